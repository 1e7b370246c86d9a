// A self-contained page: one file without scripts, which loads no address.

import { createHash } from 'node:crypto';
import { type Html, html, trustedHtml } from './html.js';

/** Returns the text of a page. Its style sheet is ours; the content security policy prevents any other content from loading or running. */
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
<style>${trustedHtml(style)}</style>
</head>
<body>
<header><h1>${title}</h1></header>
<main>
${body}</main>
</body>
</html>
`.text;
}
