/** Processor time of this thread in ms, which unlike wall time excludes other work on the machine. */
export const cpuMs = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
