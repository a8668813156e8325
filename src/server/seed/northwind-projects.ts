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
  project(1027, 'Mezzanine Steelwork MZ-4', 'Harbor Logistics', 'steelwork', 'production', 74, -16, -31, {
    size: 1.3,
    stuck: { step: 5, progressPercent: 55, note: 'Two welders on sick leave; bay 3 idle on the late shift.' },
    promised: { daysAgo: 21, steps: [5, 7, 8] },
  }),
  project(1037, 'Crusher Frame KF-2', 'Granite Peak Aggregates', 'machineBase', 'production', 90, -12, -27, {
    stuck: { step: 7, progressPercent: 20, note: 'Booth filters replaced; topcoat to be redone on one side.' },
    promised: { daysAgo: 13, steps: [7, 8] },
  }),
  project(1031, 'Stair Tower ST-12', 'Lakeside Terminal', 'steelwork', 'production', 70, -8, -22, {
    stuck: { step: 6, progressPercent: 70, note: 'Weld repair, flight 3: porosity found at inspection.' },
    promised: { daysAgo: 11, steps: [6, 7] },
  }),
  project(1035, 'Hopper Support HS-5', 'Midwest Grain Coop', 'steelwork', 'production', 62, -5, -20, {
    size: 0.8,
    stuck: { step: 9, progressPercent: 40, note: 'Bearings missing, promised for tomorrow.', isHeld: true },
    promised: { daysAgo: 6, steps: [9, 10] },
  }),
  project(1038, 'Hydraulic Press Base HP-80', 'Titan Forge', 'machineBase', 'production', 92, -2, -17, {
    size: 1.2,
    stuck: { step: 5, progressPercent: 25, note: 'Face mill changed; feed reduced.' },
    promised: { daysAgo: 5, steps: [5, 6] },
  }),
]

const running: readonly ProjectStory[] = [
  project(1036, 'Gantry Crane Beam GC-5', 'Riverbend Shipyard', 'skid', 'production', 66, 1, -15, { size: 1.4 }),
  project(1042, 'Conveyor Frame CF-200', 'Alpine Bottling Co.', 'conveyor', 'production', 85, 2, -11, { size: 1.3 }),
  project(1040, 'Tank Skid TS-22', 'Prairie Chemical', 'skid', 'production', 82, 6, -10, { size: 1.7 }),
  project(1039, 'Roller Table RT-24', 'Northern Mills', 'conveyor', 'production', 72, 7, -9, { size: 1.4 }),
  project(1043, 'Platform Stairs PS-9', 'Lakeside Terminal', 'steelwork', 'production', 44, 12, -8, { size: 1.2 }),
  project(1045, 'Palletizer Cell PC-3', 'Alpine Bottling Co.', 'conveyor', 'production', 78, 13, -8, {
    size: 2.1,

    pinnedStep: 8,
  }),
  project(1049, 'Dust Hopper DH-9', 'Cedar Valley Mills', 'sheetMetal', 'production', 55, 16, -5, { size: 1.5 }),
  project(1046, 'Welding Fixture FX-31', 'Hanson Trailers', 'machineBase', 'production', 60, 14, -6, { size: 1.4 }),
  project(1041, 'Bag Filter Housing BF-16', 'Cedar Valley Mills', 'sheetMetal', 'production', 68, 9, -7, { size: 1.6 }),
  project(1055, 'Truck Dock Ramp DR-18', 'Harbor Logistics', 'steelwork', 'production', 58, 19, -4, { size: 1.4 }),
  project(1056, 'Mixer Frame MF-7', 'Prairie Chemical', 'machineBase', 'production', 64, 20, -4, {
    size: 1.5,
    held: { step: 7, note: 'Customer decides on the colour by the end of the week.' },
  }),
  project(1057, 'Cooling Skid CS-14', 'Lakeside Terminal', 'skid', 'production', 48, 24, -3, { size: 1.4 }),
  project(1058, 'Cyclone Body CB-4', 'Granite Peak Aggregates', 'sheetMetal', 'production', 76, 11, -6, {
    size: 1.5,
    pinnedStep: 6,
  }),
  project(1059, 'Lift Table LT-6', 'Hanson Trailers', 'machineBase', 'production', 52, 26, -2, {
    size: 1.4,
    held: { step: 2, note: 'Drawing revision C not released.' },
  }),
]

const coming: readonly ProjectStory[] = [
  project(1050, 'Access Ladder AL-14', 'Midwest Grain Coop', 'guarding', 'engineering', 30, 21, 2),
  project(1047, 'Robot Guarding RG-16', 'Hanson Trailers', 'guarding', 'engineering', 60, 23, 3, { size: 1.4 }),
  project(1051, 'Screw Conveyor SC-150', 'Midwest Grain Coop', 'conveyor', 'engineering', 50, 30, 5),
  project(1048, 'Machine Base MB-60', 'Titan Forge', 'machineBase', 'engineering', 64, 34, 6, { size: 1.1 }),
  project(1060, 'Chain Conveyor CC-80', 'Northern Mills', 'conveyor', 'engineering', 46, 41, 9, { isNew: true }),
  project(1061, 'Pump Skid PK-3', 'Prairie Chemical', 'skid', 'engineering', 72, 28, 4, { isNew: true }),
  project(1062, 'Catwalk CW-21', 'Riverbend Shipyard', 'steelwork', 'engineering', 40, 48, 12, { isNew: true }),
  project(1052, 'Pipe Rack Module PR-7', 'Prairie Chemical', 'steelwork', 'submittals', 40, 58, 20),
  project(1053, 'Inspection Platform IP-2', 'Riverbend Shipyard', 'steelwork', 'submittals', 35, 65, 24, { size: 0.8 }),
  project(1054, 'Silo Cone SC-3', 'Midwest Grain Coop', 'sheetMetal', 'submittals', 45, 79, 30, { size: 1.3 }),
  project(1063, 'Transfer Cart TC-5', 'Titan Forge', 'machineBase', 'submittals', 55, 70, 27, { isNew: true }),
]

const over: readonly ProjectStory[] = [
  project(1033, 'Weldment Frame WF-11', 'Hanson Trailers', 'guarding', 'complete', 57, 2, -22),
  project(1034, 'Chute Liner Kit CL-8', 'Granite Peak Aggregates', 'guarding', 'complete', 41, 5, -20),
  project(1030, 'Loading Dock Leveler LD-6', 'Harbor Logistics', 'guarding', 'shipped', 52, -6, -30, { size: 1.4 }),
  project(1028, 'Guard Rail Set GR-40', 'Lakeside Terminal', 'guarding', 'shipped', 46, -5, -27),
  project(1025, 'Belt Guard BG-12', 'Northern Mills', 'guarding', 'shipped', 50, -12, -36),
  project(1026, 'Vibrating Feeder Base VF-2', 'Granite Peak Aggregates', 'sheetMetal', 'shipped', 66, -9, -34),
  project(1029, 'Duct Transition DT-15', 'Cedar Valley Mills', 'sheetMetal', 'on_hold', 38, -1, -24, {
    stuck: { step: 5, progressPercent: 0, note: 'On hold: customer changes the flange standard.' },
  }),
  project(1044, 'Bucket Elevator BE-30', 'Midwest Grain Coop', 'conveyor', 'on_hold', 58, 15, -19, {
    stuck: { step: 3, progressPercent: 0, note: 'On hold: payment outstanding.' },
  }),
  project(1032, 'Test Stand TS-1', 'Titan Forge', 'machineBase', 'cancelled', 30, 3, -28, {
    stuck: { step: 2, progressPercent: 0, note: 'Cancelled by the customer after cutting.' },
  }),
]

export const northwindProjects: readonly ProjectStory[] = [...late, ...running, ...coming, ...over]
