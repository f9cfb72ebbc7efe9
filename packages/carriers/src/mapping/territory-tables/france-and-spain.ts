/** Pure: French overseas territories, Monaco, and Spanish territories off the peninsula. */
import { type Territory, within } from './territory.ts'

const [fr, es] = [within('FR'), within('ES')]

/** The first whose post code matches counts: Saint-Martin before Guadeloupe, in whose range it is. */
export const frenchAndSpanish: readonly Territory[] = [
  // La Poste, codes postaux; INSEE, code officiel géographique; ISO 3166-2:FR.
  fr('MC', 'Monaco', 'MC|MCO|98|Monaco|Principauté de Monaco|Monaco Ville', { postCode: /^980/, towns: 'Monte-Carlo' }),
  fr(
    'BL',
    'Saint-Barthélemy',
    'BL|BLM|977|Saint-Barthélemy|Saint Barthelemey|Saint-Barth|Saint-Barths|Saint-Barts|Saint Bartholomew|St Barthélémy Antilles',
    { postCode: /^(97133|977)/, towns: 'Gustavia', notTowns: 'Saint-Barthélemy|Saint Barth' },
  ),
  fr(
    'MF',
    'Saint-Martin',
    'MF|MAF|978|Saint-Martin|Saint-Martin FR|Saint-Martin French part|Saint-Martin partie française|Saint-Martin Antilles|Saint-Martin Guadeloupe|Saint-Martin Caraïbes|Sint Maarten|French Saint Martin',
    { postCode: /^(97150|978)/, notTowns: 'Saint-Martin' },
  ),
  fr('GP', 'Guadeloupe', 'GP|GLP|971|GUA|Guadeloupe|Marie-Galante|Les Saintes|La Désirade|Gwadloup', {
    postCode: /^971/,
    towns: 'Pointe-à-Pitre|Basse-Terre|Les Abymes|Baie-Mahault',
    notTowns: 'Les Saintes',
  }),
  fr('MQ', 'Martinique', 'MQ|MTQ|972|Martinique|Matinik', { postCode: /^972/, towns: 'Fort-de-France|Le Lamentin' }),
  fr('GF', 'French Guiana', 'GF|GUF|973|Guyane|Guyane française|French Guiana|French Guyana|Guiana', {
    postCode: /^973/,
    towns: 'Cayenne|Kourou|Saint-Laurent-du-Maroni|Rémire-Montjoly',
  }),
  fr('RE', 'Réunion', 'RE|REU|974|Réunion|La Réunion|Reunion Island|Île de la Réunion|Ile Réunion|Île Bourbon', {
    postCode: /^974/,
    towns: 'Saint-Denis de la Réunion|Saint-Pierre de la Réunion|Saint-Denis Réunion|Le Tampon',
    notTowns: 'Réunion|La Réunion',
  }),
  fr(
    'PM',
    'Saint-Pierre-et-Miquelon',
    'PM|SPM|975|Saint-Pierre-et-Miquelon|St Pierre and Miquelon|Saint-Pierre & Miquelon|Saint-Pierre Miquelon|Miquelon',
    { postCode: /^975/ },
  ),
  fr('YT', 'Mayotte', 'YT|MYT|976|985|Mayotte|Maore', { postCode: /^976/, towns: 'Mamoudzou|Dzaoudzi' }),
  fr(
    'TF',
    'French Southern Territories',
    'TF|ATF|984|Terres australes françaises|Terres australes et antarctiques françaises|TAAF|French Southern Territories|French Southern and Antarctic Lands|Kerguelen|Îles Kerguelen',
    { postCode: /^984/ },
  ),
  fr('WF', 'Wallis and Futuna', 'WF|WLF|986|Wallis-et-Futuna|Wallis and Futuna|Wallis Futuna|Wallis|Futuna', {
    postCode: /^986/,
    towns: 'Mata-Utu',
    notTowns: 'Wallis',
  }),
  fr(
    'PF',
    'French Polynesia',
    'PF|PYF|987|Polynésie française|Polynésie|French Polynesia|Tahiti|Moorea|Bora-Bora|Raiatea|Huahine|Marquises|Tuamotu',
    { postCode: /^987/, towns: 'Papeete|Faaa|Punaauia', notTowns: 'Polynésie|Marquises' },
  ),
  fr('NC', 'New Caledonia', 'NC|NCL|988|Nouvelle-Calédonie|New Caledonia|Neukaledonien|Kanaky', {
    postCode: /^988/,
    towns: 'Nouméa|Nouvelle Calédonie Nouméa',
  }),
  fr('FR-CP', 'Clipperton', 'CP|Clipperton', { postCode: /^989/ }),
  fr(
    'FR-OM',
    'French overseas',
    'DOM|TOM|COM|DROM|DOM TOM|DROM COM|Outre-mer|France d outre-mer|Antilles|Antilles françaises|French West Indies',
    {
      isVague: true,
      notTowns: 'DROM|Outre-mer|Antilles',
    },
  ),
  // Correos: 35 and 38 are Las Palmas and Santa Cruz de Tenerife. ISO 3166-2:ES.
  es(
    'ES-CN',
    'Canary Islands',
    [
      'CN|GC|TF|IC|35|38|Canarias|Islas Canarias|Canary Islands|Canary Island|Canaries|Canary|Canary Isles|Kanarische Inseln|Kanaren|Îles Canaries|Isole Canarie',
      'Las Palmas|Las Palmas de Gran Canaria|Las Palmas GC|Las Palmas de G C|Las Palmas de GC|Las Palmas G C|Palmas Las|Las Palmas Gran Canaria|LPA|LPGC|Gran Canaria|Gran Canarias|Grand Canary|G Canaria',
      'Santa Cruz de Tenerife|Santa Cruz Tenerife|S C de Tenerife|SC de Tenerife|S C Tenerife|SC Tenerife|S Cruz de Tenerife|S Cruz Tenerife|Santa Cruz de Tfe|S C de Tfe|Santa C de Tenerife|Tenerife|Teneriffa|Ténérife|Teneriffe|SCTF|TFE|Tfe Norte|Tfe Sur',
      'Lanzarote|Fuerteventura|La Palma|Palma La|La Gomera|Gomera|El Hierro|Hierro El|Hierro|La Graciosa|Isla de La Palma|Isla Bonita',
    ].join('|'),
    {
      postCode: /^3[58]\d{3}/,
      towns:
        'Arrecife|Arrecife de Lanzarote|Puerto del Rosario|Puerto de la Cruz|San Cristóbal de La Laguna|Arona|Adeje|Costa Adeje|Telde|Maspalomas|Playa del Inglés|Corralejo|Los Cristianos|Playa de las Américas|Puerto del Carmen|Santa Cruz de La Palma|San Sebastián de La Gomera|Los Llanos de Aridane|La Orotava|Granadilla de Abona|Vecindario',
      notTowns: 'La Palma|Palma La|Hierro|Gomera|La Graciosa',
    },
  ),
  es('ES-CE', 'Ceuta', 'CE|51|Ceuta', { postCode: /^51\d{3}/ }),
  es('ES-ML', 'Melilla', 'ML|52|Melilla', { postCode: /^52\d{3}/ }),
]
