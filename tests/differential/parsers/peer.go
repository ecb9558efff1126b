// SPDX-License-Identifier: MIT

// What encoding/json reads into structs, which folds case; see
// ../client_texts.cpp for the lines.
package main

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"strings"
)

type request struct {
	Method string `json:"method"`
	ID     any    `json:"id"`
	Params struct {
		Name any `json:"name"`
	} `json:"params"`
}

func reading(m request) string {
	id := "-"
	switch key := m.ID.(type) {
	case string:
		id = "s" + hex.EncodeToString([]byte(key))
	case float64:
		id = fmt.Sprintf("n%.0f", key)
	case nil:
	default:
		return fmt.Sprintf("odd: id %T", key)
	}
	name := ""
	if m.Method == "tools/call" {
		text, is_text := m.Params.Name.(string)
		if !is_text {
			return fmt.Sprintf("odd: name %T", m.Params.Name)
		}
		name = text
	}
	return hex.EncodeToString([]byte(m.Method)) + "|" + id + "|" +
		hex.EncodeToString([]byte(name))
}

func read(text []byte) string {
	all := []request{}
	if bytes.HasPrefix(bytes.TrimLeft(text, " \t\r\n"), []byte("[")) {
		if json.Unmarshal(text, &all) != nil {
			return "refused"
		}
	} else {
		all = append(all, request{})
		if json.Unmarshal(text, &all[0]) != nil {
			return "refused"
		}
	}
	readings := []string{}
	for _, m := range all {
		readings = append(readings, reading(m))
	}
	return strings.Join(readings, ",")
}

func main() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(make([]byte, 1<<20), 1<<26)
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	for lines.Scan() {
		text, _ := hex.DecodeString(strings.Split(lines.Text(), "\t")[0])
		fmt.Fprintln(out, read(text))
	}
}
