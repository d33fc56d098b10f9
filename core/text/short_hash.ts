/** A short name for a text, where a collision does no harm: 32 bits, not negative. */
export function shortHash(text: string): number {
  let hash = 0;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash, 31) + text.charCodeAt(at) | 0;
  return hash >>> 0;
}
