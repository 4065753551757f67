/** 32-bit integer hash of a seed and a number (the finaliser of MurmurHash3 over both): the only source of chance in the sample feeds. */
function hash(seed: number, n: number): number {
  let h = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(n + 0x7f4a7c15, 0xc2b2ae35)
  h ^= h >>> 16
  h = Math.imul(h, 0x85ebca6b)
  h ^= h >>> 13
  h = Math.imul(h, 0xc2b2ae35)
  return (h ^ (h >>> 16)) >>> 0
}

/** FNV-1a of a name. */
export function noiseSeedOf(name: string): number {
  let h = 0x811c9dc5
  for (let i = 0; i < name.length; i++) h = Math.imul(h ^ name.charCodeAt(i), 0x01000193)
  return h >>> 0
}

/** Evenly spread over [0, 1). */
export function uniformNoise(seed: number, n: number): number {
  return hash(seed, n) / 2 ** 32
}

/** Mean 0, variance 1, between -4.3 and 4.3: a sum of six uniform numbers, so that only additions decide its last bit. */
export function normalNoise(seed: number, n: number): number {
  let sum = 0
  for (let part = 0; part < 3; part++) {
    const bits = hash(seed + part * 0x01000003, n)
    sum += (bits & 0xffff) + (bits >>> 16)
  }
  return (sum / 65_535 - 3) * Math.SQRT2
}
