/** Pure: crown dependencies, Northern Ireland, forces and overseas territories of the United Kingdom. */
import { type Territory, within } from './territory.ts'

const gb = within('GB')

/** Districts since 2015 and before, with the codes of ISO 3166-2:GB, counties, and the codes of counties in BS 6879. */
const NORTHERN_IRELAND = [
  'NIR|NI|N I|Northern Ireland|North Ireland|N Ireland|Nth Ireland|Northern Irl|Nordirland|Irlande du Nord|Irlanda del Norte|Irlanda del Nord|Noord Ierland|Ulster|Six Counties|GBNIR|GB NIR|UK Northern Ireland',
  'ANN|AND|ABC|BFS|CCG|DRS|FMO|LBC|MEA|MUL|NMD',
  'ANT|ARD|ARM|BLA|BLY|BNB|CKF|CSR|CLR|CKT|CGV|DRY|DOW|DGN|FER|LRN|LMV|LSB|MFT|MYL|NYM|NTA|NDN|OMH|STB|LDY|TYR',
  'Antrim|Armagh|Down|Fermanagh|Londonderry|Tyrone|Derry|L Derry|Derry Londonderry|Londonderry Derry',
  'Antrim and Newtownabbey|Ards and North Down|Armagh City Banbridge and Craigavon|Armagh Banbridge and Craigavon|Belfast City|Causeway Coast and Glens|Derry City and Strabane|Derry and Strabane|Fermanagh and Omagh|Lisburn and Castlereagh|Lisburn City and Castlereagh|Mid and East Antrim|Mid Ulster|Newry Mourne and Down',
  'Ards|North Down|Castlereagh|Moyle|Newry and Mourne|Dungannon and South Tyrone|Derry City|Armagh City|Lisburn City|Newry City|Belfast Greater|Greater Belfast|South Down|East Antrim|North Antrim|South Antrim|South Armagh',
].join('|')
/** Post towns that Great Britain does not have as well, such as Bangor and Newcastle. */
const NORTHERN_TOWNS = [
  'Belfast|Lisburn|Newry|Omagh|Enniskillen|Craigavon|Portadown|Lurgan|Ballymena|Coleraine|Newtownabbey|Newtownards|Carrickfergus',
  'Larne|Dungannon|Cookstown|Strabane|Limavady|Magherafelt|Maghera|Banbridge|Downpatrick|Portrush|Portstewart|Ballymoney|Ballyclare',
  'Ballynahinch|Bushmills|Castlederg|Crumlin Co Antrim|Donaghadee|Dromore|Hillsborough Co Down|Warrenpoint|Rostrevor|Aughnacloy|Augher|Fivemiletown|Bangor Co Down|Belfast Northern Ireland',
].join('|')

export const british: readonly Territory[] = [
  // Royal Mail, Programmers' Guide to PAF: areas of the Crown dependencies, Northern Ireland and the forces' post (BFPO).
  gb('JE', 'Jersey', 'JE|JEY|GBJ|Jersey|Jersey Channel Islands|Jersey CI|Jersey C I', {
    postCode: /^JE\d/,
    towns: 'St Helier|St Helier Jersey',
  }),
  gb(
    'GG',
    'Guernsey',
    'GG|GGY|GBG|Guernsey|Alderney|Sark|Herm|Guernesey|Guernsey Channel Islands|Guernsey CI|Guernsey C I|Alderney Channel Islands|Sark Channel Islands',
    { postCode: /^GY\d/, towns: 'St Peter Port|St Peter Port Guernsey' },
  ),
  gb(
    'GB-CHA',
    'Channel Islands',
    'CHA|CI|C I|Channel Islands|The Channel Islands|Channel Is|Kanalinseln|Îles Anglo-Normandes',
    {
      isVague: true,
    },
  ),
  gb('IM', 'Isle of Man', 'IM|IMN|IOM|I O M|Isle of Man|IsleOfMan|I of Man|Ellan Vannin', { postCode: /^IM\d/ }),
  gb('GB-NIR', 'Northern Ireland', NORTHERN_IRELAND, {
    postCode: /^BT\d/,
    towns: NORTHERN_TOWNS,
    notTowns: 'Down|Ards|North Down|South Down',
  }),
  gb(
    'GB-BF',
    'British Forces',
    'BFPO|B F P O|BF|British Forces|British Forces Post Office|British Forces Post|British Armed Forces',
    {
      postCode: /^(BF\d|BFPO)/,
    },
  ),
  gb('GI', 'Gibraltar', 'GI|GIB|Gibraltar', { postCode: /^GX11/ }),
  gb('FK', 'Falkland Islands', 'FK|FLK|Falkland Islands|Falklands|The Falklands|Falkland Is', {
    postCode: /^FIQQ/,
    towns: 'Port Stanley',
  }),
  gb(
    'SH',
    'Saint Helena',
    'SH|St Helena|St Helena Island|Ascension|Ascension Island|Tristan da Cunha|St Helena Ascension and Tristan da Cunha',
    { postCode: /^(STHL|ASCN|TDCU)/ },
  ),
  gb('GS', 'South Georgia', 'GS|South Georgia|South Georgia and the South Sandwich Islands', { postCode: /^SIQQ/ }),
  gb('IO', 'British Indian Ocean Territory', 'IO|BIOT|British Indian Ocean Territory|Diego Garcia', {
    postCode: /^BBND/,
  }),
  gb('PN', 'Pitcairn', 'PN|Pitcairn|Pitcairn Islands', { postCode: /^PCRN/ }),
  gb('TC', 'Turks and Caicos', 'TC|TCI|Turks and Caicos|Turks and Caicos Islands|Turks Caicos', { postCode: /^TKCA/ }),
  gb('AI', 'Anguilla', 'AI|Anguilla', { postCode: /^AI2640/ }),
  gb('BM', 'Bermuda', 'BM|BMU|Bermuda'),
  gb('KY', 'Cayman Islands', 'KY|Cayman Islands|Caymans|Grand Cayman|Cayman'),
  gb('MS', 'Montserrat', 'MS|MSR|Montserrat'),
  gb('VG', 'British Virgin Islands', 'VG|BVI|British Virgin Islands|Virgin Islands|Virgin Islands British|Tortola'),
]
