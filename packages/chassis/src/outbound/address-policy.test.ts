import { expect, test } from 'vitest'
import { createAddressPolicy, createTrustingPolicy } from './address-policy.ts'

const strict = createAddressPolicy({ allowedCidrs: [] })

const refused = [
  // this network, private, shared, loopback, link-local with cloud metadata services
  ...['0.0.0.0', '0.1.2.3', '10.0.0.1', '10.255.255.255', '100.64.0.1', '100.127.255.255', '127.0.0.1', '127.255.0.1'],
  ...[
    '169.254.0.1',
    '169.254.169.254',
    '169.254.170.2',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.0.1',
    '192.168.255.255',
  ],
  // protocol assignments, documentation, 6to4 relay, benchmarking
  ...['192.0.0.1', '192.0.0.9', '192.0.0.170', '192.0.0.192', '192.0.2.1', '192.88.99.1', '192.88.99.2', '198.18.0.1'],
  ...['198.19.255.255', '198.51.100.7', '203.0.113.9'],
  // multicast, reserved, broadcast, Azure's virtual host
  ...['224.0.0.1', '239.255.255.255', '240.0.0.1', '254.1.1.1', '255.255.255.255', '168.63.129.16'],
  // IPv6: unspecified, loopback, compatible, mapped, translated
  ...['::', '::1', '::127.0.0.1', '::ffff:127.0.0.1', '::ffff:10.0.0.1', '::ffff:8.8.8.8', '::ffff:0:8.8.8.8'],
  ...['::ffff:7f00:1', '64:ff9b::8.8.8.8', '64:ff9b::a00:1', '64:ff9b:1::1', '100::1', '100:0:0:1::1', '5f00::1'],
  // unique local, link-local, site-local, multicast
  ...['fc00::1', 'fd00::1', 'fd00:ec2::254', 'fdff:ffff::1', 'fe80::1', 'febf::1', 'fec0::1', 'ff02::1', 'ff0e::1'],
  // in 2000::/3, but not public
  ...['2001::1', '2001:1::1', '2001:2::1', '2001:10::1', '2001:20::1', '2001:1ff:ffff::1', '2001:db8::1'],
  ...['2001:db8:ffff::1', '2002::1', '2002:7f00:1::1', '2002:a00:1::1', '3fff::1', '3fff:fff::1'],
  // outside 2000::/3
  ...['1fff::1', '4000::1', '8000::1', 'e000::1'],
]

const allowed = [
  ...['1.1.1.1', '8.8.8.8', '9.255.255.255', '11.0.0.1', '93.184.216.34', '100.63.255.255', '100.128.0.1'],
  ...['128.0.0.1', '168.63.129.15', '168.63.129.17', '169.253.255.255', '169.255.0.1', '172.15.255.255', '172.32.0.1'],
  ...['191.255.255.255', '192.0.1.1', '192.31.196.1', '192.167.255.255', '192.169.0.1', '198.17.255.255', '198.20.0.1'],
  ...['203.0.112.1', '203.0.114.1', '223.255.255.255'],
  ...['2000::1', '2001:200::1', '2001:4860:4860::8888', '2001:db7::1', '2001:db9::1', '2003::1'],
  ...['2606:4700:4700::1111', '2a00:1450:4009::1', '3ffe::1', '3fff:1000::1'],
]

test('covers enough addresses of each kind', () => {
  expect(new Set(refused).size).toBeGreaterThanOrEqual(60)
  expect(new Set(allowed).size).toBeGreaterThanOrEqual(10)
})

test.each(refused)('%s is never dialled', (address) => expect(strict.allows(address)).toBe(false))

test.each(allowed)('%s may be dialled', (address) => expect(strict.allows(address)).toBe(true))

test.each(['', 'localhost', '127.1', '0x7f000001', '2130706433', '017700000001', '1.2.3', '[::1]', '8.8.8.8:80'])(
  '%j is not an address and therefore not allowed',
  (text) => expect(strict.allows(text)).toBe(false),
)

test("the operator's exceptions allow their blocks only", () => {
  const policy = createAddressPolicy({ allowedCidrs: ['127.0.0.0/8', '::1/128', '10.1.0.0/16'] })
  expect(['127.0.0.1', '127.9.9.9', '::1', '10.1.2.3', '8.8.8.8'].every((address) => policy.allows(address))).toBe(true)
  expect(['10.2.0.1', '::2', '169.254.169.254', '::ffff:127.0.0.1'].some((address) => policy.allows(address))).toBe(
    false,
  )
})

test('rejects an exception that is not a CIDR block', () => {
  expect(() => createAddressPolicy({ allowedCidrs: ['10.0.0.0'] })).toThrow('invalid CIDR block 10.0.0.0')
})

test.each(['127.0.0.1', '10.0.0.1', '192.168.1.1', '8.8.8.8', '::1', 'fd00::1', '2606:4700:4700::1111'])(
  '%s may be dialled where the operator trusts all addresses',
  (address) => expect(createTrustingPolicy().allows(address)).toBe(true),
)

test.each([
  ...[
    '169.254.169.254',
    '169.254.0.1',
    '168.63.129.16',
    '100.100.100.200',
    '::ffff:169.254.169.254',
    '::ffff:a9fe:a9fe',
  ],
  ...['fe80::1', 'fd00:ec2::254', 'fd20:ce::254', '64:ff9b::a9fe:a9fe', '2002:a9fe:a9fe::1', 'metadata'],
  // IPv4-compatible, IPv4-translated, Teredo (of a server, and of a client, whose bits are inverted)
  ...['::', '::a9fe:a9fe', '::169.254.169.254', '::6464:64c8', '::ffff:0:169.254.169.254', '::ffff:0:100.100.100.200'],
  ...['2001:0:a9fe:a9fe::1', '2001::5601:5601', 'fec0::1', 'ff02::1', '100::1', '5f00::1'],
])('%s is not dialled even then', (address) => expect(createTrustingPolicy().allows(address)).toBe(false))
