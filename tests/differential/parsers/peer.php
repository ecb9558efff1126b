<?php
// SPDX-License-Identifier: MIT
// What json_decode reads; see ../client_texts.cpp for the lines.

function reading(array $message): string {
    $method = $message['method'] ?? '';
    $id = $message['id'] ?? null;
    $spelled = $id === null ? '-' :
        (is_string($id) ? 's' . bin2hex($id) : 'n' . json_encode($id));
    $name = $method === 'tools/call' ? $message['params']['name'] : '';
    return bin2hex($method) . "|$spelled|" . bin2hex($name);
}

while (($line = fgets(STDIN)) !== false) {
    $value = json_decode(hex2bin(explode("\t", $line)[0]), true);
    if (!is_array($value)) {
        echo "refused\n";
        continue;
    }
    try {
        $all = array_is_list($value) ? $value : [$value];
        echo implode(',', array_map('reading', $all)), "\n";
    } catch (\Throwable $problem) {
        echo 'odd: ', strtok($problem->getMessage(), "\n"), "\n";
    }
}
