import type { ProjectPhase } from '#contract/vocabulary.ts'
import type { ProjectStory } from './shop-story.ts'

type Extra = Partial<ProjectStory>

const project = (
  number: number,
  name: string,
  customer: string,
  routing: string,
  phase: ProjectPhase,
  priority: number,
  shipsInDays: number,
  startsInDays: number,
  extra: Extra = {},
): ProjectStory => ({
  number: String(number),
  name,
  customer,
  routing,
  phase,
  priority,
  shipsInDays,
  startsInDays,
  ...extra,
})

const late: readonly ProjectStory[] = [
  project(1027, 'Mezzanine Steelwork MZ-4', 'Harbor Logistics', 'steelwork', 'production', 74, -14, -24, {
    size: 1.3,
    waitedAt: { step: 7, note: 'Railings rejected at inspection and made again outside.' },
    runsOver: {
      step: 9,
      progressPercentage: 55,
      note: 'Bolt pattern of the landing does not match; holes re-drilled.',
    },
  }),
  project(1037, 'Crusher Frame KF-2', 'Granite Peak Aggregates', 'machineBase', 'production', 90, -6, -16, {
    waitedAt: { step: 2, note: 'Base plates in the wrong grade; new ones ordered.' },
  }),
  project(1031, 'Stair Tower ST-12', 'Lakeside Terminal', 'steelwork', 'production', 70, -3, -15, {
    size: 1.5,
    waitedAt: { step: 4, note: 'Welding procedure waited for the customer to approve it.' },
    took: { step: 4, times: 2, note: 'Weld repair, flight 3: porosity found at inspection.' },
  }),
  project(1035, 'Hopper Support HS-5', 'Midwest Grain Coop', 'steelwork', 'production', 62, -3, -14, {
    size: 0.8,
    waitedAt: { step: 8, note: 'Paint color confirmed late.' },
    runsOver: { step: 9, progressPercentage: 40, note: 'Bearings missing, promised for tomorrow.', isHeld: true },
  }),
  project(1038, 'Hydraulic Press Base HP-80', 'Titan Forge', 'machineBase', 'production', 92, -1, -13, {
    size: 1.2,
    waitedAt: { step: 3, note: 'Stiffeners cut twice: the first set was out of tolerance.' },
    runsOver: { step: 5, progressPercentage: 60, note: 'Face mill changed; feed reduced.' },
  }),
]

const running: readonly ProjectStory[] = [
  project(1036, 'Gantry Crane Beam GC-5', 'Riverbend Shipyard', 'skid', 'production', 74, 0, -14, {
    size: 1.4,
    waitedAt: { step: 8, note: 'Control cabinet arrived a week late.' },
    runsOver: { step: 8, progressPercentage: 30, note: 'Cable glands missing; the rest of the skid is wired.' },
  }),
  project(1042, 'Conveyor Frame CF-200', 'Alpine Bottling Co.', 'conveyor', 'production', 85, 8, -8, { size: 1.3 }),
  project(1040, 'Tank Skid TS-22', 'Prairie Chemical', 'skid', 'production', 82, 8, -7, { size: 1.7 }),
  project(1039, 'Roller Table RT-24', 'Northern Mills', 'conveyor', 'production', 72, 11, -6, { size: 1.4 }),
  project(1043, 'Platform Stairs PS-9', 'Lakeside Terminal', 'steelwork', 'production', 84, 9, -3, {
    size: 1.2,
    called: { daysAgo: 2, shipsInDays: 13, priority: 32 },
  }),
  project(1045, 'Palletizer Cell PC-3', 'Alpine Bottling Co.', 'conveyor', 'production', 78, 14, -6, { size: 1.9 }),
  project(1049, 'Dust Hopper DH-9', 'Cedar Valley Mills', 'sheetMetal', 'production', 55, 12, -4, { size: 1.5 }),
  project(1046, 'Welding Fixture FX-31', 'Hanson Trailers', 'machineBase', 'production', 60, 13, -4, { size: 1.4 }),
  project(1041, 'Bag Filter Housing BF-16', 'Cedar Valley Mills', 'sheetMetal', 'production', 68, 9, -5, { size: 1.6 }),
  project(1055, 'Truck Dock Ramp DR-18', 'Harbor Logistics', 'galvanizedSteelwork', 'production', 58, 15, -3, {
    size: 1.4,
  }),
  project(1056, 'Mixer Frame MF-7', 'Prairie Chemical', 'machineBase', 'production', 64, 14, -3, {
    size: 1.5,
    held: { step: 7, daysAgo: 2, note: 'Customer decides on the color by the end of the week.' },
  }),
  project(1057, 'Cooling Skid CS-14', 'Lakeside Terminal', 'skid', 'production', 48, 17, -2, { size: 1.4 }),
  project(1058, 'Cyclone Body CB-4', 'Granite Peak Aggregates', 'sheetMetal', 'production', 76, 10, -4, { size: 1.5 }),
  project(1059, 'Lift Table LT-6', 'Hanson Trailers', 'machineBase', 'production', 52, 19, -1, {
    size: 1.4,
    held: { step: 2, daysAgo: 9, note: 'Drawing revision C not released.' },
  }),
]

const coming: readonly ProjectStory[] = [
  project(1050, 'Access Ladder AL-14', 'Midwest Grain Coop', 'guarding', 'engineering', 30, 15, 1),
  project(1047, 'Robot Guarding RG-16', 'Hanson Trailers', 'guarding', 'engineering', 60, 16, 2, {
    size: 1.4,
    awaits: { step: 0, inDays: 4, note: 'Posts from Midwest Tube' },
  }),
  project(1051, 'Screw Conveyor SC-150', 'Midwest Grain Coop', 'conveyor', 'engineering', 50, 21, 4, {
    pinned: { step: 0, inDays: 5, note: 'Stainless sheets: the laser is set up for them on this day alone.' },
  }),
  project(1048, 'Machine Base MB-60', 'Titan Forge', 'machineBase', 'engineering', 64, 24, 4, {
    size: 1.1,
    pinned: { step: 0, inDays: 6, note: 'The plates are delivered in the morning.' },
  }),
  project(1060, 'Chain Conveyor CC-80', 'Northern Mills', 'conveyor', 'engineering', 46, 29, 6, { isNew: true }),
  project(1061, 'Pump Skid PK-3', 'Prairie Chemical', 'skid', 'engineering', 72, 20, 3, {
    isNew: true,
    awaits: { step: 7, inDays: 11, note: 'Manifold castings from Olsen Foundry' },
  }),
  project(1062, 'Catwalk CW-21', 'Riverbend Shipyard', 'steelwork', 'engineering', 40, 34, 9, { isNew: true }),
  project(1052, 'Pipe Rack Module PR-7', 'Prairie Chemical', 'steelwork', 'submittals', 40, 41, 14),
  project(1053, 'Inspection Platform IP-2', 'Riverbend Shipyard', 'steelwork', 'submittals', 35, 46, 17, { size: 0.8 }),
  project(1054, 'Silo Cone SC-3', 'Midwest Grain Coop', 'sheetMetal', 'submittals', 45, 56, 21, { size: 1.3 }),
  project(1063, 'Transfer Cart TC-5', 'Titan Forge', 'machineBase', 'submittals', 55, 50, 19, { isNew: true }),
]

const over: readonly ProjectStory[] = [
  project(1033, 'Weldment Frame WF-11', 'Hanson Trailers', 'guarding', 'complete', 57, 1, -16),
  project(1034, 'Chute Liner Kit CL-8', 'Granite Peak Aggregates', 'guarding', 'complete', 41, 4, -14),
  project(1030, 'Loading Dock Leveler LD-6', 'Harbor Logistics', 'guarding', 'shipped', 52, -4, -21, { size: 1.4 }),
  project(1028, 'Guard Rail Set GR-40', 'Lakeside Terminal', 'guarding', 'shipped', 46, -4, -19),
  project(1025, 'Belt Guard BG-12', 'Northern Mills', 'guarding', 'shipped', 50, -9, -26),
  project(1026, 'Vibrating Feeder Base VF-2', 'Granite Peak Aggregates', 'sheetMetal', 'shipped', 66, -6, -24),
  project(1029, 'Duct Transition DT-15', 'Cedar Valley Mills', 'sheetMetal', 'on_hold', 38, -1, -17, {
    stoppedAt: { step: 5, note: 'On hold: customer changes the flange standard.' },
  }),
  project(1044, 'Bucket Elevator BE-30', 'Midwest Grain Coop', 'conveyor', 'on_hold', 58, 11, -14, {
    stoppedAt: { step: 3, note: 'On hold: payment outstanding.' },
  }),
  project(1032, 'Test Stand TS-1', 'Titan Forge', 'machineBase', 'cancelled', 30, 2, -20, {
    stoppedAt: { step: 2, note: 'Cancelled by the customer after cutting.' },
  }),
]

export const northwindProjects: readonly ProjectStory[] = [...late, ...running, ...coming, ...over]
