import { AppError } from '../errors.ts'

const howToSend = 'Send the file itself as the body of the request, for example with "curl -T orders.csv".'

/**
 * Whether this is the content of a file although curl calls it a form, as it does with `--data-binary` and no other media type. A form is one
 * line of names and values; so is a table after `curl -d @file`, which leaves out line breaks. JSON and XML need none.
 */
const isFile = (bytes: Uint8Array): boolean =>
  bytes.some((byte) => byte === 0x0a || byte === 0x0d || byte === 0) ||
  /^[{[<]/.test(Buffer.from(bytes.subarray(0, 100)).toString('utf8').trim())

/** Throws 415, with what to do instead, for a form in the place of a file. `mediaType` is the header Content-Type. */
export const requireFile = (mediaType: string | undefined, bytes: Uint8Array): void => {
  const [type] = (mediaType ?? '').toLowerCase().split(';')
  if (type?.trim() === 'multipart/form-data') {
    throw new AppError('unsupported_media_type', `This is a form with a file in it. ${howToSend}`)
  }
  if (type?.trim() === 'application/x-www-form-urlencoded' && bytes.length > 0 && !isFile(bytes)) {
    throw new AppError('unsupported_media_type', `This is a form, or a file without its line breaks. ${howToSend}`)
  }
}
