/** States and provinces of the countries whose addresses name them, and the countries that have no listed city. */

const names = {
  AU: 'ACT=Australian Capital Territory, NSW=New South Wales, NT=Northern Territory, QLD=Queensland, SA=South Australia, TAS=Tasmania, VIC=Victoria, WA=Western Australia',
  CA: 'AB=Alberta, BC=British Columbia, MB=Manitoba, NB=New Brunswick, NL=Newfoundland and Labrador, NS=Nova Scotia, NT=Northwest Territories, NU=Nunavut, ON=Ontario, PE=Prince Edward Island, QC=Quebec, SK=Saskatchewan, YT=Yukon',
  GB: 'ENG=England, NIR=Northern Ireland, SCT=Scotland, WLS=Wales',
  US: 'AK=Alaska, AL=Alabama, AR=Arkansas, AZ=Arizona, CA=California, CO=Colorado, CT=Connecticut, DC=District of Columbia, DE=Delaware, FL=Florida, GA=Georgia, HI=Hawaii, IA=Iowa, ID=Idaho, IL=Illinois, IN=Indiana, KS=Kansas, KY=Kentucky, LA=Louisiana, MA=Massachusetts, MD=Maryland, ME=Maine, MI=Michigan, MN=Minnesota, MO=Missouri, MS=Mississippi, MT=Montana, NC=North Carolina, ND=North Dakota, NE=Nebraska, NH=New Hampshire, NJ=New Jersey, NM=New Mexico, NV=Nevada, NY=New York, OH=Ohio, OK=Oklahoma, OR=Oregon, PA=Pennsylvania, RI=Rhode Island, SC=South Carolina, SD=South Dakota, TN=Tennessee, TX=Texas, UT=Utah, VA=Virginia, VT=Vermont, WA=Washington, WI=Wisconsin, WV=West Virginia, WY=Wyoming',
}

/** Country, name, and the code that addresses use. */
export const provinceNames: readonly (readonly [country: string, name: string, code: string])[] = Object.entries(
  names,
).flatMap(([country, list]) =>
  list.split(', ').map((entry) => {
    const [code = '', name = ''] = entry.split('=')
    return [country, name, code] as const
  }),
)

/** GeoNames has its own numbers for the provinces of Australia and Canada. */
const codes: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  AU: { '01': 'ACT', '02': 'NSW', '03': 'NT', '04': 'QLD', '05': 'SA', '06': 'TAS', '07': 'VIC', '08': 'WA' },
  CA: {
    '01': 'AB',
    '02': 'BC',
    '03': 'MB',
    '04': 'NB',
    '05': 'NL',
    '07': 'NS',
    '08': 'ON',
    '09': 'PE',
    10: 'QC',
    11: 'SK',
    12: 'YT',
    13: 'NT',
    14: 'NU',
  },
}

/** The code that addresses use; empty where they do not name the province. */
export const provinceOfCode = (country: string, adminCode: string): string =>
  codes[country]?.[adminCode] ?? (country === 'GB' || country === 'US' ? adminCode : '')

/** Territories where no place has a thousand inhabitants: where most of them live, or where the station is. */
export const countriesWithoutCities = [
  { country: 'AQ', latitude: -77.85, longitude: 166.67 },
  { country: 'BV', latitude: -54.42, longitude: 3.36 },
  { country: 'CC', latitude: -12.19, longitude: 96.83 },
  { country: 'CX', latitude: -10.42, longitude: 105.68 },
  { country: 'GS', latitude: -54.28, longitude: -36.51 },
  { country: 'HM', latitude: -53.08, longitude: 73.5 },
  { country: 'IO', latitude: -7.31, longitude: 72.41 },
  { country: 'NF', latitude: -29.06, longitude: 167.96 },
  { country: 'NU', latitude: -19.06, longitude: -169.92 },
  { country: 'PN', latitude: -25.07, longitude: -130.1 },
  { country: 'SH', latitude: -15.93, longitude: -5.72 },
  { country: 'TF', latitude: -49.35, longitude: 70.22 },
  { country: 'TK', latitude: -9.38, longitude: -171.25 },
  { country: 'UM', latitude: 19.28, longitude: 166.65 },
  { country: 'VA', latitude: 41.9, longitude: 12.45 },
]
