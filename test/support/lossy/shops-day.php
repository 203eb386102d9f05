<?php
// A shop's day through a line that loses answers. Prints what was refused. KEYS=off sends no Idempotency-Key.

$told = ['calls' => 0, 'lost' => 0, 'replayed' => 0, 'refused' => []];

function named(array $lines, string $name): ?string
{
    foreach ($lines as $line) {
        if (stripos($line, "$name:") === 0) return trim(substr($line, strlen($name) + 1));
    }
    return null;
}

function call(string $path, array $body, string $key, ?string $etag = null): ?string
{
    global $told;
    $headers = ['Authorization: Bearer ' . getenv('KEY'), 'Content-Type: application/json'];
    if (getenv('KEYS') !== 'off') $headers[] = "Idempotency-Key: $key";
    if ($etag !== null) $headers[] = "If-Match: $etag";
    $http = ['method' => 'POST', 'header' => $headers, 'content' => json_encode($body), 'timeout' => 30];
    for ($try = 0; $try < 10; $try++) {
        $told['calls']++;
        $stream = @fopen(getenv('API') . $path, 'r', false, stream_context_create(['http' => $http + ['ignore_errors' => true]]));
        $lines = $stream === false ? [] : stream_get_meta_data($stream)['wrapper_data'];
        $answer = $stream === false ? null : json_decode((string) stream_get_contents($stream), true);
        if ($answer === null) {
            $told['lost']++; // nobody knows whether it was done: the same again
            continue;
        }
        if (named($lines, 'Idempotent-Replayed') === 'true') $told['replayed']++;
        $status = explode(' ', $lines[0])[1];
        if ($status !== '200') $told['refused'][] = "$path $status {$answer['code']}";
        return named($lines, 'ETag');
    }
    exit("$path was never answered");
}

for ($at = 0; $at < (int) getenv('ORDERS'); $at++) {
    $name = "php-$at";
    $products = [['name' => 'Розы', 'quantity' => 3, 'price' => 150.5]];
    $order = ['requestKey' => $name, 'date' => '2026-03-08T10:00:00+03:00', 'timeStart' => '', 'products' => $products];
    $etag = call('/orders/create', $order, "$name-create");
    $etag = call('/orders/update', ['orderKey' => $name, 'data' => ['timeStart' => '12:00']], "$name-update", $etag);
    $begun = ['orderKey' => $name, 'statusId' => 'status-in-progress', 'expectedStatusId' => 'status-new'];
    $etag = call('/orders/status', $begun, "$name-begin", $etag);
    $paid = ['orderKey' => $name, 'paymentId' => "$name-paid", 'amount' => 451.5];
    $etag = call('/orders/payment', $paid, "$name-pay", $etag);
    $done = ['orderKey' => $name, 'statusId' => 'status-closed', 'expectedStatusId' => 'status-in-progress'];
    $etag = call('/orders/status', $done, "$name-close", $etag);
    if ($at % 3 === 0) call('/orders/delete', ['orderKey' => $name], "$name-delete", $etag);
}
echo json_encode($told, JSON_UNESCAPED_SLASHES);
