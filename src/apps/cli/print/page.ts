// A page that needs nothing from anywhere: one file, without scripts, that no address is requested.

import { createHash } from 'node:crypto';
import { type Html, html, ownHtml } from './html.js';

/** The text of a page. Its style sheet is ours; whatever else is in it cannot load or run anything. */
export function pageOf(title: string, style: string, body: Html): string {
  const hash = createHash('sha256').update(style).digest('base64');
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>${ownHtml(style)}</style>
</head>
<body>
<header><h1>${title}</h1></header>
<main>
${body}</main>
</body>
</html>
`.text;
}
