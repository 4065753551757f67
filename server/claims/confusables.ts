/**
 * Characters that look like a Latin letter, a digit or a dot, as code points in hexadecimal, by what they look like: the rows of
 * confusables.txt (Unicode 17.0.0, UTS 39) whose prototype is one such character. What NFKC turns into it anyway is left out.
 */
const lookAlikes = {
  '.': '660 6f0 701 702 a4f8 a60e 10a50 1d16d',
  '2': '1a7 3e8 14bf a644 a6ef a75a 1ccf2',
  '3': '1b7 21c 417 4e0 969 ae9 2c9c 2cc4 2ccc a76a a7ab 118ca 16f3b 1ccf3 1d206',
  '4': '13ce 118af 1ccf4',
  '5': '1bc 118bb 1ccf5',
  '6': '3ec 431 13ee 2cd2 2cd3 2cdc 118d5 1ccf6',
  '7': '104d2 118c6 1ccf7 1d212',
  '8': '222 223 9ea a6a b03 1031a 1ccf8 1e8cb',
  '9': '9ed a67 b68 d6d 2cca 2ccb a76e 118ac 118cc 118d6 1ccf9',
  A: '391 410 13aa 15c5 a4ee 102a0 16f40 1ccd6',
  B: '392 412 13f4 15f7 2c82 a4d0 a7b4 10282 102a1 10301 1ccd7',
  C: '421 13df 2ca4 a4da 102a2 10302 10415 1051c 118e9 118f2 1ccd8 1f74c',
  D: '13a0 15de 15ea a4d3 1ccd9',
  E: '395 415 13ac 22ff 2d39 a4f0 10286 118a6 118ae 1ccda',
  F: '3dc 15b4 a4dd a798 10287 102a5 10525 118a2 118c2 1ccdb 1d213',
  G: '50c 13c0 13f3 a4d6 1ccdc',
  H: '397 41d 13bb 157c 2c8e a4e7 102cf 1ccdd',
  J: '37f 408 13ab 148d a4d9 a7b2 1ccdf',
  K: '39a 41a 13e6 16d5 2c94 a4d7 10518 1cce0',
  L: '13de 14aa 2cd0 a4e1 1041b 10526 118a3 118b2 16f16 1cce1 1d22a',
  M: '39c 3fa 41c 13b7 15f0 16d6 2c98 a4df 102b0 10311 1cce2',
  N: '39d 2c9a a4e0 10513 1cce3',
  O: '39f 41e 555 7c0 b20 ce6 12d0 2c9e 2d54 3007 a4f3 10292 102ab 10404 104c2 10516 118b5 118e0 11de0 1cce4 1ccf0',
  P: '3a1 420 13e2 146d 2ca2 2cce a4d1 10295 1cce5',
  Q: '2d55 1cce6',
  R: '1a6 13a1 13d2 1587 a4e3 104b4 16f35 1cce7 1d216',
  S: '405 54f 13d5 13da a4e2 10296 10420 16f3a 1cce8',
  T: '3a4 422 13a2 22a4 27d9 2ca6 a4d4 10297 102b1 10315 118bc 16f0a 1cce9 1f768',
  U: '54d 1200 144c 222a 22c3 a4f4 104ce 118b8 16f42 1ccea',
  V: '474 667 6f7 13d9 142f 2d38 a4e6 a6df 1051d 118a0 16f08 1cceb 1d20d',
  W: '51c 13b3 13d4 a4ea 118e6 118ef 1ccec',
  X: '3a7 425 166d 16b7 2573 2cac 2d5d a4eb a7b3 10290 102b4 10317 10322 10527 118ec 1cced',
  Y: '3a5 423 4ae 13a9 13bd 2ca8 a4ec 102b2 118a4 16f43 1ccee',
  Z: '396 13c3 a4dc 102f5 118a9 118e5 1ccef',
  a: '251 3b1 430 237a',
  b: '184 42c 13cf 1472 15af 16eb6',
  c: '441 1004 105a 1d04 2ca5 abaf 1043d',
  d: '501 13e7 146f a4d2',
  e: '435 4bd 212e ab32',
  f: '192 584 1e9d a799 ab35',
  g: '18d 261 581 1d83',
  h: '4bb 570 13c2',
  i: '131 269 26a 3b9 456 582 13a5 2373 2c93 a647 ab75 118c3',
  j: '3f3 458',
  l: '196 1c0 399 406 4c0 4cf 5c0 5d5 5df 627 661 6f1 7ca 16c1 2223 23fd 2c92 2d4f a4f2 1028a 10309 10320 11dda 11de1 16eaa 16f28 1ccde 1ccf1 1e8c7',
  n: '578 57c',
  o: '3bf 3c3 3ed 43e 585 5e1 647 665 6be 6c1 6d5 6f5 966 9e6 a66 ae6 b66 be6 c02 c66 c82 d02 d20 d66 d82 e50 ed0 101d 1040 10ff 17e0 1d0f 1d11 2c9f ab3d 1042c 104ea 114d0 118c8 118d7',
  p: 'fe 1bf 3c1 3f8 440 2374 2ca3 2ccf',
  q: '51b 563 566',
  r: '433 1d26 2c85 ab47 ab48 ab81',
  s: '1bd 455 d1f a731 abaa 10448 118c1',
  u: '28b 3c5 57d 1d1c a79f ab4e ab52 104f6 118d8',
  v: '3bd 475 5d8 1d20 2228 22c1 aba9 11706 118c0',
  w: '26f 448 461 51d 561 1d21 2cbd ab83 1170a 1170e 1170f',
  x: 'd7 445 1541 157d 166e 292b 292c 2a2f',
  y: '263 28f 3b3 443 4af 10e7 1d8c 1eff 2ca9 ab5a 118dc',
  z: '1d22 ab93 118c4',
} as const

const plain = new Map(
  Object.entries(lookAlikes).flatMap(([to, points]) =>
    points.split(' ').map((point) => [String.fromCodePoint(parseInt(point, 16)), to] as const),
  ),
)

/** A text in NFKC with what it looks like in place of each such character, to compare it with names and domains of Latin letters. */
export function skeletonOf(text: string): string {
  return [...text.normalize('NFKC')].map((each) => plain.get(each) ?? each).join('')
}
