import { expect, test } from 'vitest'
import { isCommon, newPassword } from './policy.ts'

test.each(['password', 'Password12345!', 'qwertyuiop123', 'passwordpassword', '111111111111', 'ababababababab'])(
  '%s is common',
  (password) => expect(isCommon(password)).toBe(true),
)

test.each(['four unrelated words here', 'Tr4mway-Lantern-Oboe', 'ein langer Satz über Brot'])(
  '%s is accepted',
  (password) => expect(newPassword.safeParse(password).error).toBeUndefined(),
)

test('a short, a common and an endless password are refused', () => {
  for (const password of ['elevenchars', 'password12345', 'x1'.repeat(501)])
    expect(newPassword.safeParse(password).success).toBe(false)
})
