CREATE TABLE "data_sources" (
	"tenant_id" uuid NOT NULL,
	"source_id" uuid NOT NULL,
	"name" text NOT NULL,
	"origin" jsonb NOT NULL,
	"secret" text,
	"schedule" jsonb NOT NULL,
	"reading" jsonb NOT NULL,
	"rules" jsonb NOT NULL,
	"is_paused" boolean DEFAULT false NOT NULL,
	"created_by" text NOT NULL,
	"created_by_user_id" uuid NOT NULL,
	"next_run_at" timestamp (3) with time zone,
	"applies_all" boolean DEFAULT false NOT NULL,
	"asked_by_person" boolean DEFAULT false NOT NULL,
	"claimed_until" timestamp (3) with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	"last_file" text,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"modified_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"modified_by" text DEFAULT '' NOT NULL,
	CONSTRAINT "data_sources_tenant_id_source_id_pk" PRIMARY KEY("tenant_id","source_id")
);
--> statement-breakpoint
CREATE TABLE "source_files" (
	"tenant_id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	"source_id" uuid NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"file_name" text NOT NULL,
	"file" "bytea" NOT NULL,
	CONSTRAINT "source_files_tenant_id_run_id_pk" PRIMARY KEY("tenant_id","run_id")
);
--> statement-breakpoint
CREATE TABLE "source_records" (
	"tenant_id" uuid NOT NULL,
	"source_id" uuid NOT NULL,
	"record_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"values" jsonb NOT NULL,
	"missing_since" timestamp (3) with time zone,
	CONSTRAINT "source_records_tenant_id_source_id_record_id_pk" PRIMARY KEY("tenant_id","source_id","record_id")
);
--> statement-breakpoint
CREATE TABLE "source_run_details" (
	"tenant_id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	"vanished" jsonb NOT NULL,
	"kept_ours" jsonb NOT NULL,
	"doubts" jsonb,
	"file" "bytea",
	CONSTRAINT "source_run_details_tenant_id_run_id_pk" PRIMARY KEY("tenant_id","run_id")
);
--> statement-breakpoint
CREATE TABLE "source_runs" (
	"tenant_id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	"source_id" uuid NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"trigger" text NOT NULL,
	"outcome" text,
	"file_name" text NOT NULL,
	"file_bytes" integer NOT NULL,
	"file_hash" text NOT NULL,
	"figures" jsonb,
	"problem" text,
	"change_id" text,
	"decided_by" text,
	"open_doubts" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "source_runs_tenant_id_run_id_pk" PRIMARY KEY("tenant_id","run_id")
);
--> statement-breakpoint
CREATE TABLE "scheduled_exports" (
	"tenant_id" uuid NOT NULL,
	"export_id" uuid NOT NULL,
	"name" text NOT NULL,
	"target" jsonb NOT NULL,
	"secret" text,
	"dates_of" text NOT NULL,
	"format" text NOT NULL,
	"imported_only" boolean NOT NULL,
	"schedule" jsonb NOT NULL,
	"is_paused" boolean DEFAULT false NOT NULL,
	"created_by" text NOT NULL,
	"created_by_user_id" uuid NOT NULL,
	"next_at" timestamp (3) with time zone,
	"claimed_until" timestamp (3) with time zone,
	"sent_at" timestamp (3) with time zone,
	"sent_rows" integer,
	"failures" integer DEFAULT 0 NOT NULL,
	"problem" text,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"modified_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"modified_by" text DEFAULT '' NOT NULL,
	CONSTRAINT "scheduled_exports_tenant_id_export_id_pk" PRIMARY KEY("tenant_id","export_id")
);
--> statement-breakpoint
ALTER TABLE "data_sources" ADD CONSTRAINT "data_sources_tenant_id_tenants_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("tenant_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "source_files" ADD CONSTRAINT "source_files_tenant_id_source_id_data_sources_tenant_id_source_id_fk" FOREIGN KEY ("tenant_id","source_id") REFERENCES "public"."data_sources"("tenant_id","source_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "source_records" ADD CONSTRAINT "source_records_tenant_id_source_id_data_sources_tenant_id_source_id_fk" FOREIGN KEY ("tenant_id","source_id") REFERENCES "public"."data_sources"("tenant_id","source_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "source_run_details" ADD CONSTRAINT "source_run_details_tenant_id_run_id_source_runs_tenant_id_run_id_fk" FOREIGN KEY ("tenant_id","run_id") REFERENCES "public"."source_runs"("tenant_id","run_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "source_runs" ADD CONSTRAINT "source_runs_tenant_id_source_id_data_sources_tenant_id_source_id_fk" FOREIGN KEY ("tenant_id","source_id") REFERENCES "public"."data_sources"("tenant_id","source_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scheduled_exports" ADD CONSTRAINT "scheduled_exports_tenant_id_tenants_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("tenant_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "data_sources_name" ON "data_sources" USING btree ("tenant_id",lower(name));--> statement-breakpoint
CREATE INDEX "data_sources_due" ON "data_sources" USING btree ("next_run_at") WHERE "data_sources"."next_run_at" is not null;--> statement-breakpoint
CREATE INDEX "source_files_of_source" ON "source_files" USING btree ("tenant_id","source_id","received_at");--> statement-breakpoint
CREATE INDEX "source_runs_of_source" ON "source_runs" USING btree ("tenant_id","source_id","started_at");--> statement-breakpoint
CREATE UNIQUE INDEX "scheduled_exports_name" ON "scheduled_exports" USING btree ("tenant_id",lower(name));--> statement-breakpoint
CREATE INDEX "scheduled_exports_due" ON "scheduled_exports" USING btree ("next_at") WHERE "scheduled_exports"."next_at" is not null;