/** The exports of shops, with their headings as they write them. */
import { expect, test } from 'vitest'
import { guessMapping } from '../columns/guess.ts'
import { readSheetText } from '../read.ts'
import { toDocument } from './document.ts'
import { toShipments } from './merge.ts'

function read(text: string) {
  const sheet = readSheetText(text)
  const shipments = toShipments(sheet, guessMapping(sheet.headings, sheet.rows))
  return shipments.map(({ rows, values, problems, notices }) => ({
    lines: rows.map(({ line }) => line),
    document: toDocument(values),
    problems,
    notices,
  }))
}

const SHOPS: [string, string, object][] = [
  [
    'Shopify',
    `Name,Email,Financial Status,Total,Currency,Notes,Lineitem quantity,Lineitem name,Billing Name,Billing Street,Billing Zip,Shipping Name,Shipping Street,Shipping Address1,Shipping Address2,Shipping Company,Shipping City,Shipping Zip,Shipping Province,Shipping Country,Shipping Phone,Phone,Id,Shipping Province Name
#1001,ada@example.com,paid,30.00,USD,Ring twice,2,Bread,Payer,1 Bank St,'10001,Grace Miller,"179 N Harbor Dr, Apt 4",179 N Harbor Dr,Apt 4,,Boston,'02138,MA,US,'+16175550101,,5001,Massachusetts
#1001,ada@example.com,,,,,1,Jam,,,,,,,,,,,,,,,,`,
    {
      merchant_order_ref: '#1001',
      dropoff_instructions: 'Ring twice',
      pickup_address: {},
      dropoff_address: {
        email: 'ada@example.com',
        name: 'Grace Miller',
        address_line_1: '179 N Harbor Dr',
        address_line_2: 'Apt 4',
        city: 'Boston',
        post_code: '02138',
        province: 'MA',
        country: 'US',
        phone: '+16175550101',
      },
      parcels: [{ title: '2 × Bread, Jam', declared_value_currency: 'USD' }],
    },
  ],
  [
    'WooCommerce',
    `order_id,status,customer_note,billing_first_name,billing_email,billing_phone,shipping_first_name,shipping_last_name,shipping_company,shipping_address_1,shipping_address_2,shipping_city,shipping_state,shipping_postcode,shipping_country
17,processing,,Payer,ada@example.com,020 7946 0018,Grace,Miller,,7 River Road,,London,,N1 9GU,GB`,
    {
      merchant_order_ref: '17',
      pickup_address: {},
      dropoff_address: {
        email: 'ada@example.com',
        phone: '020 7946 0018',
        first_name: 'Grace',
        last_name: 'Miller',
        address_line_1: '7 River Road',
        city: 'London',
        post_code: 'N1 9GU',
        country: 'GB',
      },
      parcels: [{}],
    },
  ],
  [
    'a plugin of WooCommerce',
    `Order Number,Order Status,First Name (Billing),Email (Billing),First Name (Shipping),Last Name (Shipping),Address 1&2 (Shipping),City (Shipping),State Code (Shipping),Postcode (Shipping),Country Code (Shipping),Item Name,Quantity,Item weight
17,Processing,Payer,ada@example.com,Grace,Miller,7 River Road,London,,N1 9GU,GB,Bread,2,0.5
17,Processing,Payer,ada@example.com,Grace,Miller,7 River Road,London,,N1 9GU,GB,Jam,1,0.25`,
    {
      merchant_order_ref: '17',
      pickup_address: {},
      dropoff_address: {
        email: 'ada@example.com',
        first_name: 'Grace',
        last_name: 'Miller',
        address_line_1: '7 River Road',
        city: 'London',
        post_code: 'N1 9GU',
        country: 'GB',
      },
      parcels: [{ title: '2 × Bread, Jam', weight_kg: '1.25' }],
    },
  ],
  [
    'BigCommerce',
    `Order ID,Customer Name,Customer Email,Order Total,Shipping Name,Shipping First Name,Shipping Last Name,Shipping Company,Shipping Street 1,Shipping Street 2,Shipping Suburb,Shipping State,Shipping Zip,Shipping Country,Shipping Phone,Combined Product Weight,Customer Message,Product Details
104,Payer,ada@example.com,30.00,Grace Miller,Grace,Miller,,1 Main St,,Springfield,Illinois,62701,United States,+12175550101,2,Ring,"Product ID: 93, Product Qty: 2, Product SKU: 9-1, Product Name: Bread, rye, Product Weight: 1.0000, Product Unit Price: 10.00|Product ID: 94, Product Qty: 1, Product SKU: 9-2, Product Name: Jam, Product Weight: 0.5000, Product Unit Price: 10.00"`,
    {
      merchant_order_ref: '104',
      dropoff_instructions: 'Ring',
      pickup_address: {},
      dropoff_address: {
        email: 'ada@example.com',
        name: 'Grace Miller',
        first_name: 'Grace',
        last_name: 'Miller',
        address_line_1: '1 Main St',
        city: 'Springfield',
        province: 'Illinois',
        post_code: '62701',
        country: 'US',
        phone: '+12175550101',
      },
      parcels: [{ title: '2 × Bread, rye, Jam' }],
    },
  ],
  [
    'Etsy',
    `Sale Date,Order ID,Buyer User ID,Full Name,First Name,Last Name,Number of Items,Date Shipped,Street 1,Street 2,Ship Name,Ship Address1,Ship Address2,Ship City,Ship State,Ship Zipcode,Ship Country,Currency,Order Value,SKU
11/25/26,2345678901,ada,Ada Payer,Ada,Payer,1,,9 Bank St,,Grace Miller,1 Main St,,Boston,MA,02138,United States,USD,12.00,B-1`,
    {
      merchant_order_ref: '2345678901',
      pickup_address: {},
      dropoff_address: {
        name: 'Grace Miller',
        address_line_1: '1 Main St',
        city: 'Boston',
        province: 'MA',
        post_code: '02138',
        country: 'US',
      },
      parcels: [{ declared_value_currency: 'USD' }],
    },
  ],
  [
    'eBay',
    `"Seller ID: bakery"

,,
"Sales Record Number","Order Number","Buyer Username","Buyer Name","Buyer Email","Buyer Note","Buyer Address 1","Buyer Zip","Ship To Name","Ship To Phone","Ship To Address 1","Ship To Address 2","Ship To City","Ship To State","Ship To Zip","Ship To Country","Item Title","Quantity"

"12","01-2345","ada","Payer","ada@example.com","","9 Bank St","10001","Grace Miller","+1 617-555-0101","1 Main St","","Boston","MA","02138","United States","Bread","2"`,
    {
      merchant_order_ref: '01-2345',
      pickup_address: {},
      dropoff_address: {
        email: 'ada@example.com',
        name: 'Grace Miller',
        phone: '+1 617-555-0101',
        address_line_1: '1 Main St',
        city: 'Boston',
        province: 'MA',
        post_code: '02138',
        country: 'US',
      },
      parcels: [{ title: '2 × Bread' }],
    },
  ],
  [
    'Amazon',
    `order-id\torder-item-id\tpurchase-date\tbuyer-email\tbuyer-name\tbuyer-phone-number\tsku\tproduct-name\tquantity-purchased\tcurrency\titem-price\trecipient-name\tship-address-1\tship-address-2\tship-address-3\tship-city\tship-state\tship-postal-code\tship-country\tship-phone-number
111-222\t1\t2026-11-25T10:00:00+00:00\tada@example.com\tPayer\t+1 212-555-0100\tB-1\tBread\t1\tUSD\t12.00\tGrace Miller\t1 Main St\tBuilding 2\tApt 4\tBoston\tMA\t02138\tUS\t+1 617-555-0101`,
    {
      merchant_order_ref: '111-222',
      pickup_address: {},
      dropoff_address: {
        email: 'ada@example.com',
        name: 'Grace Miller',
        address_line_1: '1 Main St',
        address_line_2: 'Building 2, Apt 4',
        city: 'Boston',
        province: 'MA',
        post_code: '02138',
        country: 'US',
        phone: '+1 617-555-0101',
      },
      parcels: [{ title: 'Bread', declared_value_currency: 'USD' }],
    },
  ],
  [
    'Magento, with the columns of an extension',
    `increment_id,status,customer_email,billing_firstname,billing_street,shipping_firstname,shipping_lastname,shipping_company,shipping_street,shipping_city,shipping_region,shipping_postcode,shipping_country_id,shipping_telephone,weight
100000017,processing,ada@example.com,Payer,9 Bank St,Grace,Miller,,1 Main St,Boston,Massachusetts,02138,US,617-555-0101,1.5`,
    {
      merchant_order_ref: '100000017',
      pickup_address: {},
      dropoff_address: {
        email: 'ada@example.com',
        first_name: 'Grace',
        last_name: 'Miller',
        address_line_1: '1 Main St',
        city: 'Boston',
        province: 'Massachusetts',
        post_code: '02138',
        country: 'US',
        phone: '617-555-0101',
      },
      parcels: [{ weight_kg: '1.5' }],
    },
  ],
  [
    'Squarespace',
    `Order ID,Email,Financial Status,Currency,Shipping,Total,Shipping Method,Lineitem quantity,Lineitem name,Lineitem price,Billing Name,Billing Address1,Billing City,Billing Phone,Shipping Name,Shipping Address1,Shipping Address2,Shipping City,Shipping Zip,Shipping Province,Shipping Country,Shipping Phone,Private Notes,Channel Order Number
00017,ada@example.com,PAID,USD,5.00,30.00,Flat,2,Bread,12.00,Payer,9 Bank St,New York,,Grace Miller,1 Main St,Apt 4,Boston,'02138,MA,US,'+16175550101,fragile customer,99
00017,ada@example.com,,,,,,1,Jam,6.00,,,,,,,,,,,,,,`,
    {
      merchant_order_ref: '00017',
      pickup_address: {},
      dropoff_address: {
        email: 'ada@example.com',
        name: 'Grace Miller',
        address_line_1: '1 Main St',
        address_line_2: 'Apt 4',
        city: 'Boston',
        province: 'MA',
        post_code: '02138',
        country: 'US',
        phone: '+16175550101',
      },
      parcels: [{ title: '2 × Bread, Jam', declared_value_currency: 'USD' }],
    },
  ],
  [
    'Wix',
    `Order number,Date created,Time,Total order quantity,Contact email,Note to seller,Item,Variant,SKU,Qty,Quantity refunded,Price,Weight,Delivery method,Delivery time,Recipient name,Recipient phone,Recipient company name,Delivery country,Delivery state,Delivery city,Delivery address,Delivery postal code,Billing name,Billing phone,Billing country,Billing address,Payment status,Currency
10017,"Nov 25, 2026",10:00 AM,2,ada@example.com,Ring,Bread,,B-1,2,0,12.00,0.5,Standard,,Grace Miller,+16175550101,,US,Massachusetts,Boston,1 Main St,02138,Payer,,US,9 Bank St,Paid,USD`,
    {
      merchant_order_ref: '10017',
      dropoff_instructions: 'Ring',
      pickup_address: {},
      dropoff_address: {
        email: 'ada@example.com',
        name: 'Grace Miller',
        phone: '+16175550101',
        address_line_1: '1 Main St',
        city: 'Boston',
        province: 'Massachusetts',
        post_code: '02138',
        country: 'US',
      },
      parcels: [{ title: '2 × Bread', weight_kg: '0.5', declared_value_currency: 'USD' }],
    },
  ],
  [
    'Wix, as it was before',
    `Order #,Date,Time,Billing Customer,Billing Street Name&Number,Delivery Customer,Delivery Company Name,Delivery Country,Delivery State,Delivery City,Delivery Street Name&Number,Delivery Zip Code,Buyer's Phone #,Shipping Label,Buyer's Email,Delivery Method,Item's Name,Item's Variant,SKU,Qty,Item's Price,Item's Weight,Notes to Seller,Total,Currency
10017,25.11.2026,10:00,Payer,9 Bank St,Grace Miller,,USA,Massachusetts,Boston,1 Main St,02138,617-555-0101,,ada@example.com,Standard,Bread,,B-1,2,12.00,0.5,,30.00,USD`,
    {
      merchant_order_ref: '10017',
      collection_date: '2026-11-25',
      pickup_address: {},
      dropoff_address: {
        name: 'Grace Miller',
        country: 'US',
        province: 'Massachusetts',
        city: 'Boston',
        address_line_1: '1 Main St',
        post_code: '02138',
        phone: '617-555-0101',
        email: 'ada@example.com',
      },
      parcels: [{ title: '2 × Bread', weight_kg: '1', declared_value_currency: 'USD' }],
    },
  ],
  [
    'PrestaShop',
    `id_order;reference;email;delivery_firstname;delivery_lastname;delivery_company;delivery_address1;delivery_address2;delivery_postcode;delivery_city;delivery_state;delivery_country;delivery_phone;delivery_phone_mobile;invoice_firstname;invoice_address1;product_name;product_quantity;product_weight
17;XKBKNABJK;ada@example.com;Marie;Dupont;;12 rue de la Paix;;75002;Paris;;France;;0612345678;Payeur;9 rue du Port;Pain;2;0,5`,
    {
      merchant_order_ref: '17',
      pickup_address: {},
      dropoff_address: {
        email: 'ada@example.com',
        first_name: 'Marie',
        last_name: 'Dupont',
        address_line_1: '12 rue de la Paix',
        post_code: '75002',
        city: 'Paris',
        country: 'FR',
        phone: '0612345678',
      },
      parcels: [{ title: '2 × Pain', weight_kg: '1' }],
    },
  ],
  [
    'Shopware',
    `id;order_number;customer_firstname;customer_lastname;customer_email;billing_address_street;billing_address_zipcode;shipping_address_street;shipping_address_zipcode;shipping_address_city;shipping_address_company;shipping_address_country_iso;amount_total
018f;10017;Erika;Mustermann;ada@example.com;Bankweg 9;10115;Heidestraße 17;51147;Köln;;DE;30`,
    {
      merchant_order_ref: '10017',
      pickup_address: {},
      dropoff_address: {
        first_name: 'Erika',
        last_name: 'Mustermann',
        email: 'ada@example.com',
        address_line_1: 'Heidestraße 17',
        post_code: '51147',
        city: 'Köln',
        country: 'DE',
      },
      parcels: [{}],
    },
  ],
  [
    'Amazon, not yet shipped',
    `order-id\torder-item-id\tpurchase-date\tpayments-date\treporting-date\tpromise-date\tdays-past-promise\tbuyer-email\tbuyer-name\tbuyer-phone-number\tsku\tproduct-name\tquantity-purchased\tquantity-shipped\tquantity-to-ship\tship-service-level\trecipient-name\tship-address-1\tship-address-2\tship-address-3\tship-city\tship-state\tship-postal-code\tship-country\taddress-type
111-222\t1\t2026-11-25\t2026-11-25\t2026-11-25\t2026-11-28\t0\tada@example.com\tPayer\t+1 617-555-0101 ext. 12345\tB-1\tBread\t2\t0\t2\tStandard\tGrace Miller\t1 Main St\t\t\tBoston\tMA\t02138\tUS\tResidential`,
    {
      merchant_order_ref: '111-222',
      pickup_address: {},
      dropoff_address: {
        email: 'ada@example.com',
        name: 'Grace Miller',
        address_line_1: '1 Main St',
        city: 'Boston',
        province: 'MA',
        post_code: '02138',
        country: 'US',
        phone: '+1 617-555-0101 ext. 12345',
        residential: true,
      },
      parcels: [{ title: '2 × Bread' }],
    },
  ],
  [
    'Etsy, by items',
    `Sale Date,Item Name,Buyer,Quantity,Price,Coupon Code,Order Shipping,Item Total,Currency,Transaction ID,Listing ID,Date Paid,Date Shipped,Ship Name,Ship Address1,Ship Address2,Ship City,Ship State,Ship Zipcode,Ship Country,Order ID,Variations,Order Type,SKU
11/25/26,Bread,ada,2,6.00,,0,12.00,USD,1,2,11/25/2026,,Grace Miller,1 Main St,,Boston,MA,02138,United States,2345678901,,online,B-1`,
    {
      merchant_order_ref: '2345678901',
      pickup_address: {},
      dropoff_address: {
        name: 'Grace Miller',
        address_line_1: '1 Main St',
        city: 'Boston',
        province: 'MA',
        post_code: '02138',
        country: 'US',
      },
      parcels: [{ title: '2 × Bread', declared_value_currency: 'USD' }],
    },
  ],
  [
    'a Brazilian shop',
    `Pedido;Nome;Sobrenome;Endereço;Número;Complemento;Bairro;Cidade;UF;CEP;País;Celular;Peso (kg)
17;Ana;Souza;Rua Augusta;100;Apto 4;Centro;São Paulo;SP;01310-100;Brasil;(11) 91234-5678;,5`,
    {
      merchant_order_ref: '17',
      pickup_address: {},
      dropoff_address: {
        first_name: 'Ana',
        last_name: 'Souza',
        address_line_1: 'Rua Augusta, 100',
        address_line_2: 'Apto 4',
        town: 'Centro',
        city: 'São Paulo',
        province: 'SP',
        post_code: '01310-100',
        country: 'BR',
        phone: '(11) 91234-5678',
      },
      parcels: [{ weight_kg: '0.5' }],
    },
  ],
  [
    'a Polish shop',
    `Numer zamówienia;Imię i nazwisko;Ulica;Nr domu;Kod pocztowy;Miasto;Kraj;Telefon;Ilość;Nazwa produktu;Waga
17;Jan Kowalski;Długa;12/4;00-238;Warszawa;Polska;+48 601 234 567;1;Chleb;0,5`,
    {
      merchant_order_ref: '17',
      pickup_address: {},
      dropoff_address: {
        name: 'Jan Kowalski',
        address_line_1: 'Długa 12/4',
        post_code: '00-238',
        city: 'Warszawa',
        country: 'PL',
        phone: '+48 601 234 567',
      },
      parcels: [{ title: 'Chleb', weight_kg: '0.5' }],
    },
  ],
  [
    'a Japanese shop',
    `注文番号,お届け先名,お届け先郵便番号,お届け先都道府県,お届け先市区町村,お届け先住所,お届け先電話番号,注文者名,商品名,数量
17,山田花子,150-0001,東京都,渋谷区,神宮前1-2-3,03-1234-5678,田中太郎,パン,1`,
    {
      merchant_order_ref: '17',
      pickup_address: {},
      dropoff_address: {
        name: '山田花子',
        post_code: '150-0001',
        province: '東京都',
        city: '渋谷区',
        address_line_1: '神宮前1-2-3',
        phone: '03-1234-5678',
      },
      parcels: [{ title: 'パン' }],
    },
  ],
]

test.each(SHOPS)('an order of %s', (_, text, document) => {
  const [shipment, ...others] = read(text)
  expect(others).toEqual([])
  expect(shipment).toMatchObject({ document, problems: [] })
  expect(shipment?.document.dropoff_address).toEqual(
    (document as typeof shipment & { dropoff_address: object }).dropoff_address,
  )
})
