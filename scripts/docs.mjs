// Writes the generated pages of docs/.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BEHAVIOURS_PAGE, behavioursPage } from './behaviours-page.mjs';
import { CODE_PAGE, codePage } from './code-page.mjs';
import { ERROR_PAGE, errorPage } from './error-table.mjs';
import { EXAMPLE_PICTURE, examplePicture } from './example-picture.mjs';
import { root } from './fresh.mjs';
import { RULES_PAGE, rulesPage } from './rules-page.mjs';
import { V1BETA1_PAGE, v1beta1Page } from './v1beta1-page.mjs';

writeFileSync(join(root, BEHAVIOURS_PAGE), await behavioursPage());
writeFileSync(join(root, CODE_PAGE), await codePage());
writeFileSync(join(root, ERROR_PAGE), await errorPage());
writeFileSync(join(root, RULES_PAGE), await rulesPage());
writeFileSync(join(root, EXAMPLE_PICTURE), examplePicture());
writeFileSync(join(root, V1BETA1_PAGE), await v1beta1Page());
