export const JSON_TYPE = 'application/json; charset=utf-8'
/** Errors as in RFC 9457. */
export const PROBLEM_TYPE = 'application/problem+json'
/** Requests for access tokens, as in RFC 6749. */
export const FORM_TYPE = 'application/x-www-form-urlencoded'
