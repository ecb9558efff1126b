// SPDX-License-Identifier: MIT
// The security tests. Names of checks begin with the number under which
// docs/security.md refers to them.
//
//   01 origin              11 no trace of others
//   02 non-loopback        12 round trip, odd JSON
//   03 header mismatch,    13 structural injection
//      smuggling           14 what looks like GCF
//   04 limits, heads       15 no wrappers
//   05 tokens              16 truncation
//   06 no token            17 definitions, denied tools
//      passthrough         18 children, ends
//   08 SSRF                19 commands
//   09 sessions, handles   20 principals
//                          21 one meaning, batches, charsets
//                          22 hostile pages, navigations,
//                             preflights, rebinding
//                          23 tenants
//                          26 rights
//                          27 proxy
//                          28 server headers
//
// Not applicable: 07 (the gateway is not an OAuth proxy), 10 (replicas share no
// store), most of 05 (tokens are static).
//
//   node security.mjs PITH [PART-OF-A-NAME]

import {run_cases} from './cases.mjs';
import {access_cases} from './security_access.mjs';
import {bytes_cases} from './security_bytes.mjs';
import {children_cases} from './security_children.mjs';
import {http_cases} from './security_http.mjs';
import {identity_cases} from './security_identity.mjs';
import {meaning_cases} from './security_meaning.mjs';
import {origin_cases} from './security_origin.mjs';
import {policy_cases} from './security_policy.mjs';
import {rewrite_security_cases} from './security_rewrite.mjs';
import {tenant_cases} from './security_tenants.mjs';

await run_cases([
  ...http_cases, ...bytes_cases, ...access_cases, ...rewrite_security_cases,
  ...policy_cases, ...meaning_cases, ...origin_cases,
  ...tenant_cases, ...identity_cases, ...children_cases,
]);
