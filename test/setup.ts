// Property tests draw the same cases on every machine. Looking for new ones is what the differential run is for.

import * as fc from 'fast-check';

fc.configureGlobal({ seed: 5491 });
