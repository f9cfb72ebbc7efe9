<?php // WAYBILL_WEBHOOK_SECRET=whsec_… php -S 0.0.0.0:8099 receiver.php
function verify(string $secret, array $headers, string $body): array {
    $id = $headers['webhook-id'] ?? '';
    $timestamp = $headers['webhook-timestamp'] ?? '';
    if (abs(time() - (int) $timestamp) > 300) {
        throw new RuntimeException('too old');
    }
    $key = base64_decode(preg_replace('/^whsec_/', '', $secret));
    $expected = base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
    foreach (explode(' ', $headers['webhook-signature'] ?? '') as $one) {
        [$version, $signature] = explode(',', $one, 2) + [1 => ''];
        if ($version === 'v1' && hash_equals($expected, $signature)) {
            return json_decode($body, true, 512, JSON_THROW_ON_ERROR);
        }
    }
    throw new RuntimeException('bad signature');
}

try {
    $secret = getenv('WAYBILL_WEBHOOK_SECRET');
    $event = verify($secret, array_change_key_case(getallheaders()), file_get_contents('php://input'));
    error_log("{$event['type']} {$event['id']}"); // store it here, under its id
    http_response_code(204);
} catch (RuntimeException) {
    http_response_code(401);
}
