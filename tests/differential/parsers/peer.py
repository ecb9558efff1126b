# SPDX-License-Identifier: MIT
"""What Python's json reads; see ../client_texts.cpp for the lines."""
import json
import sys


def reading(message):
    method = message.get("method", "")
    key = message.get("id")
    if key is None:
        name_of_id = "-"
    elif isinstance(key, str):
        name_of_id = "s" + key.encode("utf-8", "surrogatepass").hex()
    else:
        name_of_id = "n" + str(key)
    name = ""
    if method == "tools/call":
        name = message["params"]["name"]
    encode = lambda text: text.encode("utf-8", "surrogatepass").hex()
    return f"{encode(method)}|{name_of_id}|{encode(name)}"


for line in sys.stdin:
    text = bytes.fromhex(line.split("\t")[0])
    try:
        value = json.loads(text)
    except ValueError:
        print("refused")
        continue
    all_of = value if isinstance(value, list) else [value]
    try:
        print(",".join(reading(m) for m in all_of))
    except (KeyError, TypeError, AttributeError) as problem:
        print(f"odd: {problem!r}")
