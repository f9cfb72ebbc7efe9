/**
 * Environment of each program that a test starts: PATH, and the false clock of libfaketime. The settings of the person
 * who runs the tests, such as DATABASE_URL, stay out.
 */
export const programEnvironment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => /^(PATH$|LD_PRELOAD$|FAKETIME)/.test(name)))
