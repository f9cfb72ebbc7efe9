import { expect, test } from 'vitest'
import { decodeText, describeNonJson, quoteAnswer } from './answer-text.ts'

const answer = (body: string | Buffer, contentType: string | null = null) => ({ body: Buffer.from(body), contentType })

test.for([
  ['utf-8', Buffer.from('Müller'), null],
  ['utf-8 with a byte order mark', Buffer.from('\ufeffMüller'), 'application/json'],
  ['latin-1', Buffer.from('Müller', 'latin1'), 'application/json; charset=ISO-8859-1'],
  ['windows-1252, quoted', Buffer.from('Müller', 'latin1'), 'text/plain; charset="windows-1252"'],
  ['utf-16', Buffer.from('Müller', 'utf16le'), 'application/json;charset=utf-16le'],
  ['a charset that does not exist', Buffer.from('Müller'), 'application/json; charset=utf8mb4'],
] as const)('a text in %s is decoded', ([, body, contentType]) => {
  expect(decodeText({ body, contentType })).toBe('Müller')
})

test('bytes that are not in the charset become a replacement character, and the rest is kept', () => {
  expect(decodeText(answer(Buffer.from('Müller', 'latin1')))).toBe('M\ufffdller')
})

test.for([
  ['Down for maintenance', '“Down for maintenance”'],
  [
    '<!DOCTYPE html><html><head><title>502 Bad Gateway</title><style>p { color: red }</style></head>\n<body>nginx</body>',
    '“502 Bad Gateway nginx”',
  ],
  ['<html><script>track("x")</script><p>Log in</p><!-- build 7 --><img src="cut', '“Log in”'],
  [`Ask ada@example.com or +44 20 7946 0000`, '“Ask [redacted] or [redacted]”'],
  ['Bearer 0123456789abcdef0123456789abcdef is invalid', '“Bearer … is invalid”'],
  ['word '.repeat(100), `“${'word '.repeat(24)}…”`],
])('of %j the words are quoted, without contacts and keys', ([body, quoted]) => {
  expect(quoteAnswer(answer(body as string))).toBe(quoted)
})

test.for([
  ['nothing', ''],
  ['JSON', '{"name":"Grace Miller"'],
  ['XML', '<job><name>Grace Miller</name></job>'],
  ['a label for a printer', '^XA^FDGrace Miller^FS^XZ'],
  ['binary data', 'abc\0\x01'],
] as const)('%s is not quoted', ([, body]) => {
  expect(quoteAnswer(answer(body))).toBeNull()
})

test('what is not JSON is described', () => {
  expect(describeNonJson(answer(''))).toBe('answered with an empty body')
  expect(describeNonJson(answer('{"id":"job_'))).toBe('answered with JSON that is cut off or invalid (11 bytes)')
  expect(describeNonJson(answer('<html>Soon</html>', 'text/html; charset=utf-8'))).toBe(
    'answered with an HTML page instead of JSON: “Soon”',
  )
  expect(describeNonJson(answer('OK', 'application/json'))).toBe('answered with text instead of JSON: “OK”')
  expect(describeNonJson(answer(Buffer.from([0x1f, 0x8b, 8, 0])))).toBe(
    'answered with something other than JSON in utf-8 (4 bytes)',
  )
})
