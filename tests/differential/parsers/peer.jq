# SPDX-License-Identifier: MIT
# What jq reads; lines are texts here, with blanks for line breaks, because it
# cannot decode hexadecimal digits. The driver makes readings of the values.
try (fromjson
  | if type == "array" then . else [.] end
  | map([.method // "", .id,
      if .method == "tools/call" then .params.name else "" end]))
catch "refused"
