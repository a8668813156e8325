/** Why a file cannot be read, in the reader's words. */
export class FileRefused extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'FileRefused'
  }
}
