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
]

test.each(SHOPS)('an order of %s', (_, text, document) => {
  const [shipment, ...others] = read(text)
  expect(others).toEqual([])
  expect(shipment).toMatchObject({ document, problems: [] })
  expect(shipment?.document.dropoff_address).toEqual(
    (document as typeof shipment & { dropoff_address: object }).dropoff_address,
  )
})
