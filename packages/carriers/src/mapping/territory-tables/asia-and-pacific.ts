/** Pure: territories of China, Australia and New Zealand. */
import { type Territory, within } from './territory.ts'

const [cn, au, nz] = [within('CN'), within('AU'), within('NZ')]

export const asianAndPacific: readonly Territory[] = [
  // ISO 3166-2:CN.
  cn(
    'HK',
    'Hong Kong',
    'HK|HKG|HKSAR|Hong Kong|Hongkong|香港|香港特别行政区|香港特別行政區|Xianggang|Hong Kong SAR|Hong Kong S A R|Hong Kong SAR China|Hong Kong China|Kowloon|New Territories|九龙|九龍|新界',
    { postCode: /^999077/, notTowns: 'New Territories' },
  ),
  cn(
    'MO',
    'Macao',
    'MO|MAC|Macau|Macao|澳门|澳門|澳门特别行政区|澳門特別行政區|Aomen|Macao SAR|Macau SAR|Macau China|Macao China|Macau S A R|Macao S A R|Taipa|Coloane',
    { postCode: /^999078/ },
  ),
  cn('TW', 'Taiwan', 'TW|TWN|ROC|Taiwan|Taiwan Sheng|Taiwan China|台湾|台灣|臺灣|台湾省|台灣省|臺灣省', {
    towns: 'Taipei|New Taipei|Kaohsiung|Taichung|Tainan|台北|臺北|高雄|台中|臺中|台南|臺南',
  }),
  // Australia Post.
  au('NF', 'Norfolk Island', 'NF|NFK|Norfolk|Norfolk Island|Norfolk Is', {
    postCode: /^2899/,
    notTowns: 'Norfolk',
  }),
  au('CX', 'Christmas Island', 'CX|CXR|Christmas Island|Christmas Is', { postCode: /^6798/ }),
  au(
    'CC',
    'Cocos (Keeling) Islands',
    'CC|CCK|Cocos|Cocos Islands|Cocos Keeling|Cocos Keeling Islands|Cocos Island|Keeling Islands|West Island',
    {
      postCode: /^6799/,
      notTowns: 'West Island|Cocos',
    },
  ),
  au('HM', 'Heard and McDonald Islands', 'HM|Heard and McDonald Islands|Heard Island'),
  // States in free association with New Zealand, and its territory. The Chatham Islands are a part of New Zealand.
  nz('CK', 'Cook Islands', 'CK|COK|Cook Islands|Cook Is|Rarotonga', { towns: 'Avarua|Aitutaki' }),
  nz('NU', 'Niue', 'NU|NIU|Niue', { towns: 'Alofi' }),
  nz('TK', 'Tokelau', 'TK|TKL|Tokelau'),
]
