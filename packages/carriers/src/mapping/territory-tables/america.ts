/** Pure: territories and military post of the United States, and Dutch territories in the Caribbean. */
import { type Territory, within } from './territory.ts'

const [us, nl] = [within('US'), within('NL')]

/** Cities of military post in a military "state": `APO AE`. Source: USPS, Publication 28, 225.1. */
const posts = (state: string): string => ['APO', 'FPO', 'DPO'].map((post) => `${post} ${state}`).join('|')

/** The first whose post code matches counts. */
export const american: readonly Territory[] = [
  // USPS, Publication 28, appendix B (states and military "states"), and Publication 65 (ranges of ZIP codes).
  us(
    'US-AA',
    'Armed Forces Americas',
    'AA|AA Armed Forces Americas|Armed Forces AA|Armed Forces Americas except Canada|Armed Forces Americas|Armed Forces the Americas|Armed Forces America|Armed Forces of the Americas|Armed Forces Latin America|Armed Forces South America|Armed Forces Central America',
    { postCode: /^340/, towns: posts('AA') },
  ),
  us(
    'US-AE',
    'Armed Forces Europe',
    'AE|AE Armed Forces Europe|Armed Forces AE|Armed Forces Europe the Middle East and Canada|Armed Forces Europe the Middle East Africa and Canada|Armed Forces Europe|Armed Forces Africa|Armed Forces Canada|Armed Forces Middle East|Armed Forces the Middle East|Armed Forces Europe Middle East Africa and Canada|Armed Forces Africa Canada Europe Middle East|Armed Forces Africa Canada Europe and the Middle East|Armed Forces Africa Canada Europe and Middle East|Armed Forces Europe Africa Canada|Armed Forces Europe Africa Canada Middle East|Armed Forces Europe Canada Middle East Africa|Armed Forces Europe Middle East Canada|Armed Forces Europe Middle East and Canada|Armed Forces Europe and Canada|Armed Forces Europe Africa the Middle East and Canada|Armed Forces of Europe',
    { postCode: /^09[0-8]/, towns: posts('AE') },
  ),
  us(
    'US-AP',
    'Armed Forces Pacific',
    'AP|AP Armed Forces Pacific|Armed Forces AP|Armed Forces Pacific|Armed Forces the Pacific|Armed Forces of the Pacific|Armed Forces Asia|Armed Forces Asia Pacific|Armed Forces Pacific Asia',
    { postCode: /^96[2-6]/, towns: posts('AP') },
  ),
  us(
    'US-APO',
    'Armed Forces',
    'Armed Forces|US Armed Forces|U S Armed Forces|United States Armed Forces|Military|US Military|Military Post|Armed Forces Other',
    {
      isVague: true,
      towns:
        'APO|FPO|DPO|A P O|F P O|D P O|APO FPO|APO FPO DPO|APO DPO|FPO DPO|Army Post Office|Air Post Office|Fleet Post Office|Diplomatic Post Office',
    },
  ),
  us('PR', 'Puerto Rico', 'PR|P R|PRI|Puerto Rico|Porto Rico|Puertorico|Pto Rico|Puerto Rico US|Puerto Rico USA', {
    postCode: /^00[679]/,
  }),
  us(
    'VI',
    'US Virgin Islands',
    'VI|V I|USVI|U S V I|VIR|Virgin Islands U S|United States Virgin Islands|Virgin Islands of the United States|Virgin Islands|Virgin Island|US Virgin Islands|U S Virgin Islands|US Virgin Is|Virgin Is|American Virgin Islands|Virgin Islands US|Virgin Islands USA|St Thomas|St Croix|St John|St Thomas USVI|St Croix USVI|St John USVI',
    {
      postCode: /^008/,
      towns: 'Charlotte Amalie|Christiansted|Frederiksted|Cruz Bay',
      notTowns: 'St Thomas|St Croix|St John',
    },
  ),
  us('AS', 'American Samoa', 'AS|ASM|American Samoa|Amerika Samoa|Samoa Americana|US Samoa|Tutuila', {
    postCode: /^96799/,
    towns: 'Pago Pago',
  }),
  us(
    'MP',
    'Northern Mariana Islands',
    'MP|MNP|CNMI|C N M I|Saipan|Northern Mariana Islands|Northern Marianas|N Mariana Islands|Northern Mariana Is|Mariana Islands|Tinian|Rota',
    { postCode: /^9695[0-2]/, notTowns: 'Rota' },
  ),
  us('PW', 'Palau', 'PW|PLW|Palau|Republic of Palau|Belau', {
    postCode: /^969(39|40)/,
    towns: 'Koror|Melekeok|Ngerulmud',
  }),
  us(
    'FM',
    'Micronesia',
    'FM|FSM|F S M|Micronesia|Federated States of Micronesia|Micronesia Federated States|Micronesia Federated States of|Pohnpei|Chuuk|Kosrae|Yap',
    { postCode: /^9694[1-4]/, notTowns: 'Yap' },
  ),
  us('MH', 'Marshall Islands', 'MH|MHL|RMI|Marshall Islands|Republic of the Marshall Islands|Marshall Is', {
    postCode: /^969[67]0/,
    towns: 'Majuro|Kwajalein|Ebeye',
  }),
  us('GU', 'Guam', 'GU|GUM|Guam|Guahan', {
    postCode: /^969/,
    towns: 'Hagåtña|Hagatna|Agana|Agaña|Hagatna Guam|Tamuning|Dededo|Barrigada|Yigo',
  }),
  us(
    'UM',
    'US Minor Outlying Islands',
    'UM|US Minor Outlying Islands|U S Minor Outlying Islands|United States Minor Outlying Islands|Minor Outlying Islands|Wake|Wake Island|Midway|Midway Islands|Midway Atoll|Johnston Atoll',
    { notTowns: 'Wake|Midway' },
  ),
  // ISO 3166-2:NL. Places there have no post codes. The Dutch have a Willemstad and a Sint Maarten as well, with post codes.
  nl('AW', 'Aruba', 'AW|ABW|Aruba', { towns: 'Oranjestad|San Nicolas|Sint Nicolaas' }),
  nl('CW', 'Curaçao', 'CW|CUW|Curaçao|Curacoa', { towns: 'Willemstad' }),
  nl(
    'SX',
    'Sint Maarten',
    'SX|SXM|Sint Maarten|Saint Martin|Saint Maarten|Sint Martin|Sint Maarten Dutch part|Saint Martin Dutch part',
    { towns: 'Philipsburg|Simpson Bay|Cole Bay', notTowns: 'Sint Maarten' },
  ),
  nl(
    'BQ',
    'Caribbean Netherlands',
    'BQ|BES|BQ1|BQ2|BQ3|BQ BO|BQ SA|BQ SE|Bonaire|Saba|Sint Eustatius|Statia|St Eustace|Caribisch Nederland|Caribbean Netherlands|Dutch Caribbean|BES Islands|BES eilanden|Bonaire Sint Eustatius and Saba|Bonaire Sint Eustatius en Saba',
    { towns: 'Kralendijk|The Bottom|Windwardside' },
  ),
  nl(
    'NL-AN',
    'Dutch Antilles',
    'AN|ANT|Netherlands Antilles|Nederlandse Antillen|Dutch Antilles|Antillen|Netherland Antilles|Antilles|Dutch West Indies|ABC Islands|ABC eilanden',
    { isVague: true },
  ),
]
