/** Every screen on a desktop, in the light and in the dark. */
import { DESKTOP } from './console.ts'
import { testLooks } from './looks.ts'

testLooks('desktop', DESKTOP)
