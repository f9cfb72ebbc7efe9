/**
 * Environment of each program that a test starts: PATH, the false clock of libfaketime, and the folder of compiled code,
 * without which a service spends half of its start on compiling. The settings of the person who runs the tests, such as
 * DATABASE_URL, stay out.
 */
export const programEnvironment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(process.env).filter(([name]) => /^(PATH$|NODE_COMPILE_CACHE$|LD_PRELOAD$|FAKETIME)/.test(name)),
  )
