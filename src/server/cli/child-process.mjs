// Plain JavaScript that also runs on older Nodes: see start.mjs.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'

const watchEveryMs = 500

/** Exit code of a process that a signal ended, as a shell reports it. */
const exitCodeOf = (code, signal) => code ?? 128 + (constants.signals[signal] ?? 0)

/**
 * Runs a program to its end and returns its exit code. A signal to this process is passed on to the program, which is
 * waited for.
 */
export const runToEnd = (command, args, options) =>
  new Promise((resolve) => {
    const child = spawn(command, args, options)
    const passOn = (signal) => child.kill(signal)
    const passOnLoss = () => child.kill('SIGTERM')
    process.on('SIGTERM', passOn).on('SIGINT', passOn).on('disconnect', passOnLoss)
    const finish = (code, signal) => {
      process.off('SIGTERM', passOn).off('SIGINT', passOn).off('disconnect', passOnLoss)
      resolve({ code, signal, exitCode: exitCodeOf(code, signal) })
    }
    child.on('exit', finish)
    child.on('error', (error) => {
      console.error(error.message)
      finish(1, null)
    })
  })

/**
 * Treats the end of the parent process as a request to stop, reported as `disconnect`. When npm is killed, it tells no
 * one, and its server would go on, listening and holding the database.
 */
export const followParent = () => {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    if (!process.emit('disconnect')) process.exit(exitCodeOf(null, 'SIGTERM'))
  }, watchEveryMs)
  timer.unref()
}
