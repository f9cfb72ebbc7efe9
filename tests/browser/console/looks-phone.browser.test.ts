/** Every screen on a phone, in the light and in the dark. */
import { PHONE } from './console.ts'
import { testLooks } from './looks.ts'

testLooks('phone', PHONE)
