/** A rising line on a dark ground: the icon of the service at any size. */
export const icon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="6" fill="#1b2733"/><path d="M5 23l7-7 5 4 10-11" fill="none" stroke="#f3efe6" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/></svg>\n'
