/**
 * Time zones of countries that have several, from the IANA time zone database. The runtime's own table serves the others;
 * those of a single zone are named here only where the runtime has an outdated name or none.
 */

/** The zone in which most of a country's people live. */
export const principalZones: Readonly<Record<string, string>> = {
  AQ: 'Antarctica/McMurdo',
  AR: 'America/Argentina/Buenos_Aires',
  AU: 'Australia/Sydney',
  BR: 'America/Sao_Paulo',
  BV: 'Europe/Oslo',
  CA: 'America/Toronto',
  CD: 'Africa/Kinshasa',
  CL: 'America/Santiago',
  CN: 'Asia/Shanghai',
  CY: 'Asia/Nicosia',
  DE: 'Europe/Berlin',
  EC: 'America/Guayaquil',
  ER: 'Africa/Asmara',
  ES: 'Europe/Madrid',
  FM: 'Pacific/Pohnpei',
  FO: 'Atlantic/Faroe',
  GL: 'America/Nuuk',
  HM: 'Indian/Kerguelen',
  ID: 'Asia/Jakarta',
  IN: 'Asia/Kolkata',
  KI: 'Pacific/Tarawa',
  KZ: 'Asia/Almaty',
  MH: 'Pacific/Majuro',
  MM: 'Asia/Yangon',
  MN: 'Asia/Ulaanbaatar',
  MX: 'America/Mexico_City',
  MY: 'Asia/Kuala_Lumpur',
  NP: 'Asia/Kathmandu',
  NZ: 'Pacific/Auckland',
  PF: 'Pacific/Tahiti',
  PG: 'Pacific/Port_Moresby',
  PS: 'Asia/Hebron',
  PT: 'Europe/Lisbon',
  RU: 'Europe/Moscow',
  UA: 'Europe/Kyiv',
  UM: 'Pacific/Wake',
  US: 'America/New_York',
  UZ: 'Asia/Tashkent',
  VN: 'Asia/Ho_Chi_Minh',
  XK: 'Europe/Belgrade',
}

/**
 * Codes (ISO 3166-2 without the country, and those in postal use) and names of provinces, by zone. A province that has two
 * zones is in the one where most of its people live.
 */
export const provinceZones: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  US: {
    'America/New_York':
      'CT|Connecticut|DC|District of Columbia|Washington DC|DE|Delaware|FL|Florida|GA|Georgia|KY|Kentucky|MA|Massachusetts|MD|Maryland|ME|Maine|NC|North Carolina|NH|New Hampshire|NJ|New Jersey|NY|New York|OH|Ohio|PA|Pennsylvania|RI|Rhode Island|SC|South Carolina|VA|Virginia|VT|Vermont|WV|West Virginia',
    'America/Detroit': 'MI|Michigan',
    'America/Indiana/Indianapolis': 'IN|Indiana',
    'America/Chicago':
      'AL|Alabama|AR|Arkansas|IA|Iowa|IL|Illinois|KS|Kansas|LA|Louisiana|MN|Minnesota|MO|Missouri|MS|Mississippi|ND|North Dakota|NE|Nebraska|OK|Oklahoma|SD|South Dakota|TN|Tennessee|TX|Texas|WI|Wisconsin',
    'America/Denver': 'CO|Colorado|MT|Montana|NM|New Mexico|UT|Utah|WY|Wyoming',
    'America/Boise': 'ID|Idaho',
    'America/Phoenix': 'AZ|Arizona',
    'America/Los_Angeles': 'CA|California|NV|Nevada|OR|Oregon|WA|Washington',
    'America/Anchorage': 'AK|Alaska',
    'Pacific/Honolulu': 'HI|Hawaii|Hawai‘i',
    'America/Puerto_Rico': 'PR|Puerto Rico|VI|Virgin Islands|US Virgin Islands',
    'Pacific/Guam': 'GU|Guam|MP|Northern Mariana Islands',
    'Pacific/Pago_Pago': 'AS|American Samoa',
  },
  CA: {
    'America/St_Johns': 'NL|Newfoundland and Labrador|Newfoundland & Labrador|Newfoundland',
    'America/Halifax': 'NS|Nova Scotia|PE|Prince Edward Island|PEI',
    'America/Moncton': 'NB|New Brunswick|Nouveau-Brunswick',
    'America/Toronto': 'ON|Ontario|QC|PQ|Quebec',
    'America/Iqaluit': 'NU|Nunavut',
    'America/Winnipeg': 'MB|Manitoba',
    'America/Regina': 'SK|Saskatchewan',
    'America/Edmonton': 'AB|Alberta|NT|Northwest Territories',
    'America/Vancouver': 'BC|British Columbia|Colombie-Britannique',
    'America/Whitehorse': 'YT|Yukon',
  },
  AU: {
    'Australia/Sydney': 'NSW|New South Wales|ACT|Australian Capital Territory',
    'Australia/Melbourne': 'VIC|Victoria',
    'Australia/Brisbane': 'QLD|Queensland',
    'Australia/Hobart': 'TAS|Tasmania',
    'Australia/Adelaide': 'SA|South Australia',
    'Australia/Darwin': 'NT|Northern Territory',
    'Australia/Perth': 'WA|Western Australia',
  },
  BR: {
    'America/Sao_Paulo':
      'DF|Distrito Federal|ES|Espírito Santo|GO|Goiás|MG|Minas Gerais|PR|Paraná|RJ|Rio de Janeiro|RS|Rio Grande do Sul|SC|Santa Catarina|SP|São Paulo',
    'America/Araguaina': 'TO|Tocantins',
    'America/Bahia': 'BA|Bahia',
    'America/Belem': 'AP|Amapá|PA|Pará',
    'America/Fortaleza': 'CE|Ceará|MA|Maranhão|PB|Paraíba|PI|Piauí|RN|Rio Grande do Norte',
    'America/Maceio': 'AL|Alagoas|SE|Sergipe',
    'America/Recife': 'PE|Pernambuco',
    'America/Boa_Vista': 'RR|Roraima',
    'America/Campo_Grande': 'MS|Mato Grosso do Sul',
    'America/Cuiaba': 'MT|Mato Grosso',
    'America/Manaus': 'AM|Amazonas',
    'America/Porto_Velho': 'RO|Rondônia',
    'America/Rio_Branco': 'AC|Acre',
  },
  MX: {
    'America/Cancun': 'ROO|QR|QROO|Quintana Roo',
    'America/Chihuahua': 'CHH|CH|Chihuahua',
    'America/Hermosillo': 'SON|SO|Sonora',
    'America/Mazatlan': 'BCS|BS|Baja California Sur|NAY|NA|Nayarit|SIN|SI|Sinaloa',
    'America/Tijuana': 'BCN|BC|Baja California|Baja California Norte',
  },
  RU: {
    'Europe/Kaliningrad': 'KGD|Kaliningrad|Kaliningrad Oblast|Калининградская область',
    'Europe/Samara': 'SAM|Samara|Samara Oblast|Самарская область|UD|Udmurtia|Udmurt Republic|Удмуртская Республика',
    'Europe/Saratov': 'SAR|Saratov|Saratov Oblast|Саратовская область',
    'Europe/Ulyanovsk': 'ULY|Ulyanovsk|Ulyanovsk Oblast|Ульяновская область',
    'Europe/Astrakhan': 'AST|Astrakhan|Astrakhan Oblast|Астраханская область',
    'Asia/Yekaterinburg':
      'BA|Bashkortostan|Республика Башкортостан|CHE|Chelyabinsk|Chelyabinsk Oblast|Челябинская область|KGN|Kurgan|Kurgan Oblast|Курганская область|KHM|Khanty-Mansi|ХМАО|ORE|Orenburg|Orenburg Oblast|Оренбургская область|PER|Perm|Perm Krai|Пермский край|SVE|Sverdlovsk|Sverdlovsk Oblast|Свердловская область|TYU|Tyumen|Tyumen Oblast|Тюменская область|YAN|Yamalo-Nenets|ЯНАО',
    'Asia/Omsk': 'OMS|Omsk|Omsk Oblast|Омская область',
    'Asia/Novosibirsk': 'NVS|Novosibirsk|Novosibirsk Oblast|Новосибирская область',
    'Asia/Barnaul': 'ALT|Altai Krai|Алтайский край|AL|Altai Republic|Республика Алтай',
    'Asia/Tomsk': 'TOM|Tomsk|Tomsk Oblast|Томская область',
    'Asia/Novokuznetsk': 'KEM|Kemerovo|Kemerovo Oblast|Кемеровская область',
    'Asia/Krasnoyarsk':
      'KK|Khakassia|Республика Хакасия|KYA|Krasnoyarsk|Krasnoyarsk Krai|Красноярский край|TY|Tuva|Tyva|Республика Тыва',
    'Asia/Irkutsk': 'IRK|Irkutsk|Irkutsk Oblast|Иркутская область|BU|Buryatia|Республика Бурятия',
    'Asia/Chita': 'ZAB|Zabaykalsky Krai|Забайкальский край',
    'Asia/Yakutsk': 'SA|Sakha|Yakutia|Sakha Republic|Республика Саха|AMU|Amur|Amur Oblast|Амурская область',
    'Asia/Vladivostok':
      'PRI|Primorye|Primorsky Krai|Приморский край|KHA|Khabarovsk|Khabarovsk Krai|Хабаровский край|YEV|Jewish Autonomous Oblast',
    'Asia/Magadan': 'MAG|Magadan|Magadan Oblast|Магаданская область',
    'Asia/Sakhalin': 'SAK|Sakhalin|Sakhalin Oblast|Сахалинская область',
    'Asia/Kamchatka': 'KAM|Kamchatka|Kamchatka Krai|Камчатский край',
    'Asia/Anadyr': 'CHU|Chukotka|Чукотский автономный округ',
  },
  ID: {
    'Asia/Makassar':
      'BA|Bali|NB|West Nusa Tenggara|Nusa Tenggara Barat|NT|East Nusa Tenggara|Nusa Tenggara Timur|KS|South Kalimantan|Kalimantan Selatan|KI|East Kalimantan|Kalimantan Timur|KU|North Kalimantan|Kalimantan Utara|SA|North Sulawesi|Sulawesi Utara|ST|Central Sulawesi|Sulawesi Tengah|SN|South Sulawesi|Sulawesi Selatan|SG|Southeast Sulawesi|Sulawesi Tenggara|GO|Gorontalo|SR|West Sulawesi|Sulawesi Barat',
    'Asia/Pontianak': 'KB|West Kalimantan|Kalimantan Barat|KT|Central Kalimantan|Kalimantan Tengah',
    'Asia/Jayapura':
      'MA|Maluku|MU|North Maluku|Maluku Utara|PA|Papua|PB|West Papua|Papua Barat|PD|Southwest Papua|Papua Barat Daya|PE|Highland Papua|Papua Pegunungan|PS|South Papua|Papua Selatan|PT|Central Papua|Papua Tengah',
  },
  CD: {
    'Africa/Lubumbashi':
      'BU|Bas-Uele|HK|Haut-Katanga|HL|Haut-Lomami|HU|Haut-Uele|IT|Ituri|KC|Kasai-Central|KE|Kasai-Oriental|LO|Lomami|LU|Lualaba|MA|Maniema|NK|Nord-Kivu|North Kivu|SA|Sankuru|SK|Sud-Kivu|South Kivu|TA|Tanganyika|TO|Tshopo',
  },
  CL: { 'America/Punta_Arenas': 'MA|Magallanes', 'America/Coyhaique': 'AI|Aysén' },
  EC: { 'Pacific/Galapagos': 'W|Galápagos' },
  ES: {
    'Atlantic/Canary':
      'CN|Canarias|Canary Islands|Islas Canarias|GC|Las Palmas|Gran Canaria|TF|Santa Cruz de Tenerife|Tenerife',
  },
  MN: { 'Asia/Hovd': '043|Khovd|Hovd|046|Uvs|071|Bayan-Ölgii' },
  NZ: { 'Pacific/Chatham': 'CIT|Chatham Islands' },
  PG: { 'Pacific/Bougainville': 'NSB|Bougainville' },
  PT: { 'Atlantic/Azores': '20|Azores|Açores', 'Atlantic/Madeira': '30|Madeira' },
}
