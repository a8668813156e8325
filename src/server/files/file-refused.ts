/** Thrown when a file cannot be read. The message is shown to the user. */
export class FileRefused extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'FileRefused'
  }
}
