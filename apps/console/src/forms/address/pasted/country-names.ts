/** Pure: names of countries that are names of other places as well. */

/** Countries with the name of a town of theirs. */
export const NAMED_LIKE_TOWNS = new Set(['LU', 'MX', 'PA', 'GT', 'SV', 'KW', 'DJ', 'NF', 'CX'])

/** Places whose country and town have one name. */
export const CITY_STATES = new Set(['SG', 'HK', 'MO', 'MC', 'GI', 'VA', 'SM'])
