/** Characters of the bytes from 0x80 on, in the DOS code pages that TextDecoder does not support. */
const upperHalves: ReadonlyMap<string, string> = new Map([
  [
    'cp437',
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0',
  ],
  [
    'cp850',
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0',
  ],
])

/** Decodes a text piece by piece. Throws a `TypeError` for bytes that the encoding does not have. */
export interface Decoder {
  decode(bytes?: Uint8Array, options?: { readonly stream?: boolean }): string
}

const halfDecoder = (upper: string): Decoder => ({
  decode: (bytes = new Uint8Array()) =>
    Array.from(bytes, (byte) => (byte < 0x80 ? String.fromCharCode(byte) : upper.charAt(byte - 0x80))).join(''),
})

export const decoderOf = (encoding: string, { fatal }: { readonly fatal: boolean }): Decoder => {
  const upper = upperHalves.get(encoding)
  return upper === undefined ? new TextDecoder(encoding, { fatal }) : halfDecoder(upper)
}
