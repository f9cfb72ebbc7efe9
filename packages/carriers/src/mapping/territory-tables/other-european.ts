/** Pure: territories of other countries of Europe. */
import { type Territory, within } from './territory.ts'

const [it, de, ch, dk] = [within('IT'), within('DE'), within('CH'), within('DK')]

export const otherEuropean: readonly Territory[] = [
  // Poste Italiane. Livigno was 23030 before 2006, with other towns, and Campione 22060, with other towns, and CH-6911 before 2020.
  it('IT-LIV', 'Livigno', 'Livigno|Livigno SO|Zona franca di Livigno', {
    postCode: /^23041/,
    sharedPostCode: /^23030/,
    towns: 'Livigno Sondrio|Trepalle|Livigno Trepalle|Livigno SO',
  }),
  it('IT-CAM', 'Campione d’Italia', 'Campione|Campione d Italia', {
    postCode: /^22061/,
    sharedPostCode: /^(22060|6911)/,
    towns: 'Campione d Italia CO|Campione d Italia Como',
  }),
  it('SM', 'San Marino', 'SM|SMR|RSM|San Marino|Repubblica di San Marino|Republic of San Marino', {
    postCode: /^4789/,
    notTowns: 'San Marino',
    towns: 'Borgo Maggiore|Serravalle RSM|San Marino RSM',
  }),
  it(
    'VA',
    'Vatican City',
    'SCV|VAT|Vatican City|Vatican|Vaticano|Città del Vaticano|Stato della Città del Vaticano|Vatican City State',
    {
      postCode: /^00120/,
      notTowns: 'Vaticano',
    },
  ),
  // Deutsche Post. Büsingen has a Swiss post code as well.
  de('DE-HEL', 'Heligoland', 'Helgoland|Heligoland|Insel Helgoland', { postCode: /^27498/ }),
  de('DE-BUS', 'Büsingen', 'Büsingen|Buesingen|Büsingen am Hochrhein|Buesingen am Hochrhein', {
    postCode: /^78266/,
  }),
  ch('DE-BUS', 'Büsingen', 'Büsingen|Buesingen|Büsingen am Hochrhein|Buesingen am Hochrhein', { postCode: /^8238/ }),
  ch('IT-CAM', 'Campione d’Italia', 'Campione|Campione d Italia', { postCode: /^6911/ }),
  ch('LI', 'Liechtenstein', 'LI|LIE|FL|Liechtenstein|Fürstentum Liechtenstein|Principality of Liechtenstein', {
    postCode: /^94(8[5-9]|9[0-8])/,
    towns: 'Vaduz|Schaan|Balzers|Triesen|Triesenberg|Nendeln',
  }),
  ch('CH-SAM', 'Samnaun', 'Samnaun', { postCode: /^756[23]/, towns: 'Samnaun Dorf|Samnaun-Compatsch' }),
  // Posten Åland, PostNord (Greenland 39, Faroes three digits or 38 earlier), Posten Bring (Svalbard, Jan Mayen), ELTA (Athos).
  within('FI')(
    'AX',
    'Åland',
    'AX|ALA|01|Åland|Aaland|Ahvenanmaa|Aland Islands|Aland Isles|Ahvenanmaan maakunta|Landskapet Åland|Ålandsinseln|Ålandinseln|Îles Åland|Ålandsöarna|Ahvenanmaan saaret',
    {
      postCode: /^22\d{3}/,
      towns:
        'Mariehamn|Maarianhamina|Jomala|Finström|Lemland|Eckerö|Saltvik|Hammarland|Lumparland|Kumlinge|Vårdö|Föglö|Kökar|Sottunga|Godby',
    },
  ),
  dk(
    'GL',
    'Greenland',
    'GL|GRL|Grønland|Groenland|Grönland|Grünland|Kalaallit Nunaat|Greenland|Groenlandia|Groenlandia',
    {
      postCode: /^(39\d\d|2412)$/,
      towns:
        'Nuuk|Sisimiut|Ilulissat|Qaqortoq|Aasiaat|Maniitsoq|Tasiilaq|Uummannaq|Narsaq|Paamiut|Nanortalik|Upernavik|Qasigiannguit|Qeqertarsuaq|Kangerlussuaq|Ittoqqortoormiit|Qaanaaq|Narsarsuaq|Nuussuaq|Kulusuk|Kangaamiut|Pituffik',
      notTowns: 'Grønland|Groenland|Grünland',
    },
  ),
  dk(
    'FO',
    'Faroe Islands',
    'FO|FRO|FØ|Færøerne|Faroerne|Faeroeerne|Faeröerne|Føroyar|Foeroyar|Faroe|Faroes|Faroe Islands|Faroe Isles|Faroe Island|Faeroe Islands|Faeroe|Faeroes|Faröer|Färöer|Faeroeer|Färöer-Inseln|Färöarna|Féroé|Îles Féroé|Îles Feroe|Islas Feroe|Isole Faroe|Isole Far Oer|Far Oer|Faereyjar',
    {
      postCode: /^(\d{3}|38\d\d)$/,
      towns:
        'Tórshavn|Thorshavn|Klaksvík|Runavík|Tvøroyri|Hoyvík|Argir|Fuglafjørður|Vágur|Vestmanna|Sørvágur|Miðvágur|Saltangará|Sandavágur|Strendur|Toftir|Norðragøta|Kollafjørður',
    },
  ),
  within('NO')(
    'SJ',
    'Svalbard and Jan Mayen',
    'SJ|SJM|21|22|Svalbard|Svalbard og Jan Mayen|Svalbard and Jan Mayen|Svalbard Jan Mayen|Jan Mayen|Spitsbergen|Spitzbergen|Bjørnøya|Bear Island',
    {
      postCode: /^(917\d|8099)/,
      towns: 'Longyearbyen|Longyear|Longyear City|Ny-Ålesund|Barentsburg|Sveagruva|Svea|Hopen|Olonkinbyen',
      notTowns: 'Svea|Hopen',
    },
  ),
  within('GR')(
    'GR-69',
    'Mount Athos',
    '69|Agion Oros|Agio Oros|Άγιον Όρος|Άγιο Όρος|Mount Athos|Mt Athos|Athos|Holy Mountain|Monte Athos|Berg Athos|Άθως|Karyes Agion Oros|Karyes Mount Athos',
    { postCode: /^6308[67]/ },
  ),
]
