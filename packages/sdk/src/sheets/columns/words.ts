/** Pure: the words of headings, in English and the languages of most shops: `Ship To: Address 1` is `ship_to_address_1`. */
import type { ADDRESS, SIDES } from './fields.ts'

const NUMBER = '(?:id|no|nr|num|number|nummer|ref|reference|name|code)'

/** Without accents, in lower case, with one sign between two words. */
export const simplify = (heading: string): string =>
  heading
    .trim()
    .replaceAll(/(?<=[a-z])(?=[A-Z][a-z])/g, '_')
    .replaceAll(/['’]s\b/gi, '')
    .replaceAll('#', ' number')
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .replaceAll('ß', 'ss')
    .replaceAll('ł', 'l')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '_')
    .replaceAll(/^_|_$/g, '')
    .replace(BEHIND, (_, rest: string, side: string) => `${BUYER_BEHIND.test(side) ? 'billing' : 'shipping'}_${rest}`)

/** `First Name (Shipping)`, `Code postal de livraison`. */
const BEHIND =
  /^(.+?)_(?:de_|du_|do_|da_|del_|di_|l_)*(shipping|billing|delivery|livraison|destinataire|destinatario|envio|entrega|spedizione|dostawy|odbiorcy|facturation|facturacion|fatturazione|cobranca)$/
const BUYER_BEHIND = /^(?:billing|fact|fatt|cobranca)/

export type Side = 'pickup' | 'dropoff' | 'buyer' | 'customer' | null

export const SIDE_PREFIXES: readonly [Exclude<Side, null>, RegExp][] = [
  [
    'pickup',
    /^(?:(?:pick_?up|collection|sender|ship_from|from|shipper|abholung|absender|expediteur|remitente|remetente|mittente|nadawca|afzender)_|(?:ご?依頼主|荷送人)_?)/,
  ],
  ['buyer', /^(?:(?:billing|bill_to|buyer|invoice|rechnungs?)_|(?:請求先|注文者|購入者)_?)/],
  [
    'dropoff',
    /^(?:(?:drop_?off|delivery|deliver_to|recipient|shipping|ship_to|ship|to|receiver|consignee|empf(?:a|ae)nger|liefer|lieferadresse|lieferanschrift|destinataire|destinatario|odbiorca|ontvanger)_|(?:お?届け?先|送付先|配送先|送り先)_?)/,
  ],
  ['customer', /^(?:customer|contact(?!_(?:no|nr|number)$)|client|kunden?|cliente|klient)_/],
]

export const ORDER_WORDS: readonly [string, RegExp][] = [
  [
    'merchant_order_ref',
    new RegExp(
      `^(?:merchant_order_ref|(?:sales_)?order(?:_?${NUMBER})?|increment_id|id_order|sales_record_number|ref|reference|referenz|bestellung|bestell(?:ungs?)?_?(?:nummer|nr)|auftrags?_?(?:nummer|nr)|bestelnummer|(?:(?:numero|num|n|no|nr|numer|ref|reference)_(?:de_|da_|do_|d_|di_|de_la_|del_)?)?(?:commande|pedido|ordine|zamowienia|zamowienie)|注文(?:番号|id)|受注番号|お客様管理番号)$`,
    ),
  ],
  ['tags', /^(?:order_)?tags$/],
  ['collection_date', /^(?:collection_date|ship_date|date|abhol(?:datum|tag)|versanddatum|出荷予定日)$/],
  ['pickup_instructions', /^(?:pickup|collection)_(?:instructions?|notes?)$/],
  [
    'dropoff_instructions',
    /^(?:(?:dropoff|delivery|shipping|order|customer|buyer|checkout)_)?(?:instructions?|notes?|comments?|message)$|^(?:liefer)?hinweise?$|^provided_note$|^notes?_to_seller$|^(?:bemerkung(?:en)?|kommentar|commentaires?|observaciones|observacoes|uwagi|opmerkingen|備考)$/,
  ],
  [
    'parcels.0.title',
    /^(?:(?:parcel|package)_)?(?:title|contents?|description|inhalt|contenu|contenido|contenuto|conteudo|zawartosc|品名)$|^artikel(?:name|bezeichnung)?$/,
  ],
  [
    'parcels.0.title',
    /^(?:line_?item|item|product)(?:_(?:name|title|description|details))?$|^(?:nom_du_produit|produit|producto|prodotto|produto|produkt(?:name|bezeichnung)?|nazwa_produktu|商品名)$/,
  ],
  [
    'parcels.0.quantity',
    /^(?:(?:line_?item|item|product)_)?(?:quantity|qty|anzahl|menge|quantite|qte|cantidad|quantita|quantidade|qtde?|ilosc|aantal|数量)(?:_(?:purchased|ordered|to_ship))?$/,
  ],
  ['parcels.0.weight.unit', /^(?:(?:parcel|package)_)?(?:weight_unit|unit_of_weight|gewichtseinheit)$/],
  ['parcels.0.dimensions.unit', /^(?:(?:parcel|package)_)?(?:dimensions?|size|length)_units?$/],
  ['parcels.0.declared_value', /^(?:parcel_)?(?:declared_value|value|customs_value|wert|valeur|valor|valore|wartosc)$/],
  [
    'parcels.0.declared_value_currency',
    /^(?:declared_value_)?(?:currency(?:_code)?|w(?:a|ae)hrung|devise|moneda|valuta|moeda|waluta|通貨)$/,
  ],
]

export const ADDRESS_WORDS: readonly [(typeof ADDRESS)[number], RegExp][] = [
  [
    'name',
    /^(?:full_?name|name|recipient|customer|contact|attention|attn|ansprechpartner|empf(?:a|ae)nger|kunde)(?:_name)?$|^(?:nom_complet|nom_(?:et_)?prenom|prenom_(?:et_)?nom|nom_client|destinataire|destinatario|nombre_completo|nombre_y_apellidos|nominativo|nome_completo|nome_e_cognome|imie_i_nazwisko|odbiorca|klient|naam|ontvanger|klant|氏名|お名前|名前|宛名|受取人)$/,
  ],
  ['first_name', /^(?:first_?name|given_?name|forename|vorname|prenom|imie|voornaam|fornavn|fornamn|nombre|nome|名)$/],
  [
    'last_name',
    /^(?:last_?name|family_?name|surname|nachname|nom|nom_de_famille|apellidos?|cognome|sobrenome|nazwisko|achternaam|etternavn|efternamn|姓)$/,
  ],
  [
    'company',
    /^(?:company(?:_name)?|organi[sz]ation|firma|firmen(?:name)?|societe|entreprise|raison_sociale|empresa|razon_social|azienda|ragione_sociale|bedrijf(?:snaam)?|nazwa_firmy|会社名?)$/,
  ],
  [
    'address_line_1',
    /^(?:address_?(?:line_?)?(?:1|1_2)?|street(?:_?(?:1|address|line_?1|name|name_number|and_number))?|strasse(?:_(?:und_)?haus_?(?:nummer|nr))?|anschrift|rue|(?:adresse|direccion|indirizzo|endereco|adres)(?:_?(?:ligne_|linea_|linha_)?1)?|calle|domicilio|via|logradouro|rua|ulica|straat(?:naam)?|住所_?1?|(?:address_)?line_?1)$/,
  ],
  [
    'address_line_2',
    /^(?:address_?(?:line_?)?2|street_?(?:line_?)?2|adress?zusatz|complement(?:_(?:d_)?adresse)?|complemento|(?:adresse|direccion|indirizzo|endereco|adres)_?(?:ligne_|linea_|linha_)?2|(?:address_)?line_?2|(?:apartment|apt|suite)(?:_number)?|住所_?2|建物名)$/,
  ],
  ['address_line_3', /^(?:address_?(?:line_?)?3|street_?(?:line_?)?3|(?:address_)?line_?3)$/],
  [
    'house_number',
    /^(?:house_?(?:no|nr|number)|street_?number|haus_?(?:nummer|nr)|huisnummer|numero|numero_civico|civico|numero_exterior|(?:nr|numer)_domu)$/,
  ],
  ['town', /^(?:bairro|colonia|barrio|neighbou?rhood|stadtteil|ortsteil|dzielnica)$/],
  [
    'post_code',
    /^(?:post_?code|postal_?code|zip(?:_?code)?|zip_postal_code|zip_postcode|plz|postleitzahl|code_postal|cp|codigo_postal|cap|cep|kod_pocztowy|postnummer|postnr|郵便番号)$/,
  ],
  [
    'city',
    /^(?:city|town|ort|stadt|locality|suburb|ville|ciudad|poblacion|localidad|municipio|citta|comune|cidade|miasto|miejscowosc|plaats|woonplaats|poststed|市区町村)$/,
  ],
  [
    'province',
    /^(?:(?:province|state|region|county|bundesland|state_province|state_county)(?:_(?:code|name|region))?|provincia|estado|uf|wojewodztwo|provincie|都道府県)$/,
  ],
  ['country', /^(?:country|land|pays|pais|paese|nazione|kraj|国)(?:_(?:code|name|iso|iso_code|id))?$/],
  [
    'phone',
    /^(?:(?:phone|telephone|tel|mobile|cell|telefon|handy)(?:_?(?:number|no|nr|nummer))?|phone_mobile|mobile_phone|contact_(?:no|nr|number)|portable|telefono|telefone|telefoon|movil|celular|cellulare|telefoonnummer|numer_telefonu|telefon_komorkowy|電話番号)$/,
  ],
  [
    'email',
    /^(?:e_?mail(?:_(?:address|adresse))?|courriel|adresse_e_?mail|correo(?:_electronico)?|adres_e_?mail|メールアドレス)$/,
  ],
  ['residential', /^(?:(?:is_)?residential|address_type)$/],
]

export const WEIGHT_WORDS = 'weight|gewicht|poids|peso|waga|重量'
export const SIDE_WORDS: Record<(typeof SIDES)[number], string> = {
  length: 'length|la(?:e)?nge|longueur|largo|lunghezza|comprimento|dlugosc|lengte',
  width: 'width|breite|largeur|ancho|larghezza|largura|szerokosc|breedte',
  height: 'height|ho(?:e)?he|hauteur|alto|altura|altezza|wysokosc|hoogte',
}

/** A part of a name in one language, and the whole name where the other part has no column: `Nom` beside `Prénom`. */
export const PART_OR_WHOLE = /(?:^|_|先)(?:nom|nombre|nome|名)$/
