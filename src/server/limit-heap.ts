/**
 * Imported first by a process that serves people. V8 lets a heap grow up to fourfold before it collects it whole. With twofold the server
 * needs a quarter less memory and as much processor time (`decisions/0023-one-node-first.md`). It holds for threads as well.
 */
import { setFlagsFromString } from 'node:v8'

setFlagsFromString('--heap-growing-percent=100')
