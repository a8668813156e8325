import type { ImportField, SettingsField } from '#contract/imports.ts'

const names = (...lines: readonly string[]): readonly string[] => lines.flatMap((line) => line.split('|'))

/**
 * Alternative field names from ERP systems, spreadsheets, MS Project and shops, best first. If two columns match the
 * same field, the one whose name comes first here gets it. 'no' stands for number, '#', nr and so on (`headerWords`).
 */
export const projectSynonyms: Partial<Readonly<Record<ImportField, readonly string[]>>> = {
  projectExternalId: names('external id|project external id|erp id|order id|job id|project guid|record id'),
  projectNumber: names(
    'project no|job no|job|work order no|work order|wo no|wo|w o|w o no|shop order no|shop order',
    'production order no|production order|prod order|prod order no|manufacturing order',
    'manufacturing order no|mo|mo no|job order|job order no|traveler|traveler no|traveller|order no|order',
    'ord no|sales order no|sales order|so no|so|s o|project|ticket no|lot no|batch no|jobno|wono|no',
    'auftragsnummer|auftrags no|auftragsno|auftrag no|auftrag|fertigungsauftrag|fa no|fa|betriebsauftrag',
    'ba no|werkauftrag|projektnummer|projekt no|projekt|kommission|orden de trabajo|no de orden|orden no',
    'orden|ot no|ot|orden de fabricación|pedido no|pedido|no de pedido|proyecto|obra|no de commande',
    'commande no|commande|ordre de fabrication|of no|of|no of|projet|affaire|no affaire|no d affaire',
  ),
  projectName: names(
    'name of project|project title|title|job name|job title|order name|part name|part description',
    'item description|product name|product description|product|assembly|part|item|article|item name',
    'projektname|auftragsbezeichnung|artikelbezeichnung|teilebezeichnung|benennung|artikel|teil|baugruppe',
    'nombre del proyecto|descripción de la pieza|producto|pieza|artículo|nom du projet|désignation',
    'produit|pièce|part no|p n|pn|item no|article no|drawing no|dwg no|dwg|drawing|sku|model',
    'artikelnummer|artikel no|teilenummer|teile no|sachnummer|zeichnungsnummer|zeichnung|referencia',
    'référence|plan no',
  ),
  shortName: names('short|abbreviation|kurzname'),
  customerName: names(
    'customer name|cust|cust name|client|account|sold to|buyer|end customer|company|kunde|kundenname',
    'auftraggeber|cliente|nombre del cliente|nom du client',
  ),
  projectDescription: names(
    'job description|order description|description|desc|descr|beschreibung|descripción|descripcion',
  ),
  priority: names('prio|project priority|job priority|pri|rank|urgency|priorität|prioridad|priorité'),
  phase: names('stage|project phase|current phase'),
  status: names('order status|job status|status|estado|statut'),
  projectProgress: names('project progress|job progress'),
  customerRelease: names(
    'customer release date|order date|po date|date ordered|ordered|bestelldatum|auftragsdatum',
    'fecha de pedido|date de commande',
  ),
  engineeringRelease: names('engineering release date|eng release|release date|fecha de liberación'),
  productionStart: names(
    'production start date|earliest start|start not before|not before|release to shop|released|release',
    'job start|order start|frühester start|starttermin|frühester beginn',
  ),
  shipDate: names(
    'planned ship|ship date|ship by|ship|due date|due|due on|job due|order due|customer due date|cust due',
    'cust due date|promise date|promised date|promised|promise|delivery date|delivery|deliver by',
    'required date|required|req date|req d|need date|needed by|need by|want date|dock date|deadline',
    'liefertermin|lieferdatum|wunschtermin|fälligkeit|fällig|endtermin|termin|fecha de entrega|entrega',
    'fecha compromiso|fecha de vencimiento|vencimiento|date de livraison|livraison|échéance',
    'date d échéance|délai|livraison prévue',
  ),
  actualShipDate: names('actual ship|shipped|shipped on|date shipped|ausgeliefert|enviado|expédié'),
  operationExternalId: names('operation external id|operation guid|op id|uid|unique id|task id|routing id'),
  sequence: names(
    'sequence no|seq no|seq|op no|operation no|op seq|operation seq|operation sequence|op|step no|step',
    'routing step|line no|position|pos|ag no|arbeitsgang no|arbeitsgang|ag|avo|avo no|vorgangsnummer',
    'vorgang no|secuencia|no de operación|paso|séquence|no d opération|phase no',
  ),
  operationName: names(
    'operation name|op name|task name|task|process|process name|activity|work step|step name',
    'operation description short|arbeitsgang name|arbeitsgangbezeichnung|arbeitsschritt|vorgangsname',
    'vorgang|tätigkeit|bezeichnung|operación|nombre de tarea|tarea|proceso|opération|nom de la tâche',
    'tâche|étape',
  ),
  operationDescription: names('op description|op desc|operation desc|task description|instructions|work instructions'),
  partNumber: names('op part no|component|component no|component part no|detail no'),
  workCenter: names(
    'work ctr|workcenter|work cntr|wc|w c|wctr|work center no|work center name|wc no|machine|machine name',
    'machine no|mach|mach no|machine center|machine group|m c|resource names|resource name|resource',
    'resource group|workstation|work station|station|equipment|asset|cell|production line|line|department',
    'dept|category|arbeitsplatz|arbeitsplatzgruppe|maschine|maschinengruppe|kostenstelle|anlage',
    'ressourcennamen|centro de trabajo|máquina|puesto|estación|recurso|nombres de los recursos',
    'poste de charge|center de charge|center de travail|poste|ressource|noms ressources',
  ),
  pool: names(
    'also needs|pool|skill|people|crew|labor|operator|operators|employee|worker|tool|tooling|fixture',
    'mitarbeiter|personal|werker|vorrichtung|operario|opérateur',
  ),
  durationHours: names(
    'hours|duration|duration hours|total hours|total time|std hours|standard hours|std time|standard time',
    'est hours|estimated hours|hours est|est time|estimated time|estimate|planned hours|plan hours',
    'planned time|required hours|hours required|hours req|req hours|budget hours|budgeted hours',
    'quoted hours|labor hours|machine hours|mach hours|man hours|run hours|run time|process time|run',
    'work hours|work|time|std|minutes|mins|min|days|vorgabezeit|sollzeit|sollstunden|planstunden',
    'bearbeitungszeit|laufzeit|stunden|dauer|zeit|minuten|horas estándar|horas estimadas|horas|duración',
    'tiempo estimado|tiempo|temps alloué|temps prévu|heures|durée|temps',
  ),
  predecessors: names(
    'predecessor|pred|preds|depends on|dependencies|dependency|waits for|prev op|previous op',
    'previous operation|after|vorgänger|predecesoras|predecesora|predecesores|prédécesseurs|prédécesseur',
  ),
  progress: names(
    'progress|percent complete|% complete|complete %|pct complete|% done|percent done|operation progress',
    'complete|done|fortschritt|fertigungsgrad|% abgeschlossen|% completado|progreso|avance|% achevé',
    'avancement',
  ),
  onHold: names('hold|gesperrt'),
  holdReason: names('reason for hold|on hold because'),
  scheduledStart: names(
    'planned start|sched start|scheduled start date|planned start date|start date|start|begin|anfang',
    'startdatum|beginn|comienzo|inicio|début',
  ),
  scheduledEnd: names(
    'planned end|sched end|scheduled finish|sched finish|planned finish|finish date|end date|finish|end',
    'stop|fertig stellen|enddatum|ende|fin',
  ),
  pinned: names('fixed|locked'),
  actualStart: names('actual start date|started|date started|ist start'),
  actualEnd: names('actual finish|actual end date|completed on|date completed|completion date|ist ende'),
  materialReady: names(
    'material ready date|material date|material available|material availability|material avail',
    'material avail date|mat avail|mat avail date|mat available|mat date|mat ready|matl avail|matl date',
    'matl due|mtl avail|mtl date|mtl due|material due|material due date|material eta|material in',
    'materialverfügbarkeit|material verfügbar|material verfügbar ab|materialtermin|fecha de material',
    'material disponible|date matière',
  ),
  materialNote: names('material note|matl|mtl|mat|raw material|material description|werkstoff|matière'),
  setupHours: names(
    'setup|set up|setup time|set up time|set up hours|su|s u|su hours|su time|setup std|make ready',
    'setup min|rüstzeit|rüststunden|rüsten|tiempo de preparación|preparación|temps de réglage|réglage',
  ),
  hoursPerPiece: names(
    'hours each|hours per unit|hours pc|hours ea|time per piece|time per part|time per unit|time each',
    'unit time|piece time|run time per piece|run hours per piece|run per piece|run time per part',
    'run min pc|std per piece|min per piece|minutes per piece|min pc|min ea|cycle time|cycle|ct|stückzeit',
    'zeit je stück|te|tiempo por pieza|tiempo de ciclo|temps unitaire|temps de cycle',
  ),
  quantity: names(
    'qty|job qty|order qty|order quantity|qty ordered|make qty|build qty|lot size|lot qty|batch size',
    'batch qty|pieces|pcs|ea|menge|stückzahl|losgröße|stück|anzahl|cantidad|piezas|quantité|qté|nb pièces',
  ),
  transferBatch: names(
    'transfer batch size|transfer lot|transfer lot size|transfer qty|transfer quantity|move qty|move quantity|sublot',
    'send ahead|send ahead qty|send ahead quantity|transportlos|transportlosgröße|weitergabemenge',
    'lote de transferencia|lot de transfert',
  ),
  setupFamily: names('family|color|setup group|part family|rüstfamilie'),
  alternatives: names(
    'alternates|alternative|also runs at|alternate work center|alternate work centers|alternate machine',
    'alt machine|alt w c|alt wc|ausweichmaschine|ausweicharbeitsplatz',
  ),
  notes: names(
    'note|comment|comments|remarks|remark|bemerkung|bemerkungen|notiz|notizen|notas|observaciones',
    'remarque|remarques|commentaire',
  ),
}

/** Second meaning of a name, used if another column already has the field of its first meaning. */
export const secondMeanings: ReadonlyMap<string, ImportField> = new Map<string, ImportField>([
  ['part no', 'shortName'],
  ['p n', 'shortName'],
  ['pn', 'shortName'],
  ['item no', 'shortName'],
  ['article no', 'shortName'],
  ['drawing no', 'shortName'],
  ['dwg no', 'shortName'],
  ['dwg', 'shortName'],
  ['sku', 'shortName'],
  ['artikelnummer', 'shortName'],
  ['part description', 'projectDescription'],
  ['item description', 'projectDescription'],
  ['bezeichnung', 'projectName'],
  ['run time', 'hoursPerPiece'],
  ['run', 'hoursPerPiece'],
  ['desc', 'operationDescription'],
  ['description', 'operationDescription'],
])

export const settingsSynonyms: Readonly<Record<SettingsField, readonly string[]>> = {
  centerName: names(
    'work center|workcenter|work ctr|wc|w c|machine|machine name|resource|station|workstation|equipment',
    'cell|arbeitsplatz|maschine|centro de trabajo|máquina|poste de charge|poste',
  ),
  centerKind: names(
    'type|category|inside outside|in out|outside|outside service|osp|subcontract|external|art|extern',
    'fremdvergabe|tipo|externo|externe',
  ),
  capacity: names(
    'capacity|count|units|machines|how many|qty|quantity|stations|no of machines|kapazität|anzahl',
    'capacidad|cantidad|capacité|nombre',
  ),
  centerShift: names('shift|shifts|pattern|calendar|shift calendar|schicht|schichtmodell|turno|équipe'),
  color: names('farbe'),
  supplier: names(
    'vendor|vendor name|supplier name|subcontractor|subcontractor name|outside supplier|outside vendor',
    'lieferant|fremdfirma|proveedor|fournisseur|sous traitant',
  ),
  shiftName: names('name|pattern|shift|shift name|pattern name|schicht|schichtmodell|turno|équipe'),
  weekdays: names('day|weekday|weekdays|day of week|tag|tage|wochentag|días|jours'),
  shiftStart: names('from|start time|starts|begin|begins|von|beginn|desde|inicio|début'),
  shiftEnd: names('to|end time|ends|finish|until|bis|ende|hasta|fin'),
  breaks: names('break|pause|pauses|lunch|pausen|descanso|descansos'),
  effectiveFrom: names('valid from|from date|effective|since|gültig ab|válido desde|valable dès'),
  shiftDescription: names('note|notes|comment|beschreibung'),
  holidayName: names('holiday|holiday name|title|description|event|subject|feiertag|bezeichnung|festivo|jour férié'),
  holidayDate: names('day|holiday date|start date|on|datum|tag|fecha'),
  closedFrom: names('from|start|start time|from time|von|desde'),
  closedTo: names('to|until|end|end time|to time|bis|hasta'),
  closedCenter: names('workcenter|machine|station|only for|arbeitsplatz'),
}
