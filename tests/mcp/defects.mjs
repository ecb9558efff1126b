// SPDX-License-Identifier: MIT
// Every known defect of the reference proxy, as a test that the gateway must
// pass. Names of cases begin with the number of the defect:
//
//    1  structuredContent, which most clients show, stays as it was
//    2  session, protocol and credential headers are not forwarded; one
//       upstream session per request
//    3  crashes when calls come at the same time
//    4  a second client gets references to what it never received
//    5  a changed attribute is not part of what is sent
//    6  members that it does not know are dropped
//    7  results of other arguments, or of an earlier call, are sent again
//    8  a process per request; no GET, no DELETE, no check of Origin; progress
//       goes elsewhere; streams are held back until their end
//    9  nothing passes while a call is in flight
//   10  errors lose the id and are not JSON; a line of more than 10 MB ends
//       everything; small results become larger
//
//   node defects.mjs PITH [PART-OF-A-NAME]

import {run_cases} from './cases.mjs';
import {rewrite_cases} from './defects_rewrite.mjs';
import {stdio_cases} from './defects_stdio.mjs';
import {transport_cases} from './defects_transport.mjs';

await run_cases([...rewrite_cases, ...transport_cases, ...stdio_cases]);
