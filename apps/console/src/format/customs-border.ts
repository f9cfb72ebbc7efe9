/** Pure: whether goods between two addresses need papers for customs. As the server decides, which a rule compares. */

interface Place {
  country: string
  post_code: string | null
}

const euMembers = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MC MT NL PL PT RO SE SI SK'.split(' ')

/** Territories apart from their country for customs, by the beginning of their post codes. */
const territories: Readonly<Record<string, readonly (readonly [postCode: RegExp, code: string])[]>> = {
  DE: [
    [/^27498/, 'Heligoland'],
    [/^78266/, 'CH'],
  ],
  ES: [
    [/^(35|38)/, 'Canary Islands'],
    [/^51/, 'Ceuta'],
    [/^52/, 'Melilla'],
  ],
  FI: [[/^22/, 'AX']],
  FR: [
    [/^971/, 'GP'],
    [/^972/, 'MQ'],
    [/^973/, 'GF'],
    [/^974/, 'RE'],
    [/^975/, 'PM'],
    [/^976/, 'YT'],
    [/^97[78]/, 'BL'],
    [/^98[678]/, 'Pacific'],
  ],
  GB: [[/^BT/, 'EU']],
  GR: [[/^6308[67]/, 'Mount Athos']],
  IT: [
    [/^23041/, 'Livigno'],
    [/^22061/, 'Campione'],
  ],
}
const joined: Readonly<Record<string, string>> = { IM: 'GB', LI: 'CH', PR: 'US' }

function toArea({ country, post_code }: Place): string {
  const code = (post_code ?? '').replaceAll(/[^\p{L}\p{N}]/gu, '').toUpperCase()
  const [, territory] = territories[country]?.find(([postCode]) => postCode.test(code)) ?? []
  if (territory !== undefined) return territory
  return euMembers.includes(country) ? 'EU' : (joined[country] ?? country)
}

/** Goods of Northern Ireland, which is within the customs area of the Union, have free access to Great Britain. */
export function crossesCustoms(from: Place, to: Place): boolean {
  const [start, end] = [toArea(from), toArea(to)]
  return start !== end && !(from.country === 'GB' && end === 'GB')
}
