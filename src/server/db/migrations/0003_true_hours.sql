CREATE TABLE "floor_reports" (
	"tenant_id" uuid NOT NULL,
	"report_id" uuid NOT NULL,
	"operation_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"kind" text NOT NULL,
	"good" integer DEFAULT 0 NOT NULL,
	"scrap" integer DEFAULT 0 NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"worker_id" uuid,
	"user_id" uuid,
	"worker_name" text DEFAULT '' NOT NULL,
	"reported_by" text DEFAULT '' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"modified_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"modified_by" text DEFAULT '' NOT NULL,
	CONSTRAINT "floor_reports_tenant_id_report_id_pk" PRIMARY KEY("tenant_id","report_id")
);
--> statement-breakpoint
CREATE TABLE "odds_runs" (
	"tenant_id" uuid PRIMARY KEY NOT NULL,
	"plan_version" bigint NOT NULL,
	"computed_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "project_odds" (
	"tenant_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"p10" timestamp (3) with time zone NOT NULL,
	"p50" timestamp (3) with time zone NOT NULL,
	"p80" timestamp (3) with time zone NOT NULL,
	"p90" timestamp (3) with time zone NOT NULL,
	"on_time_chance" double precision,
	CONSTRAINT "project_odds_tenant_id_project_id_pk" PRIMARY KEY("tenant_id","project_id")
);
--> statement-breakpoint
CREATE TABLE "work_intervals" (
	"tenant_id" uuid NOT NULL,
	"interval_id" uuid NOT NULL,
	"operation_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"category_id" uuid,
	"started_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"worked_hours" double precision,
	"worker_id" uuid,
	"user_id" uuid,
	"worker_name" text DEFAULT '' NOT NULL,
	"reported_by" text DEFAULT '' NOT NULL,
	"time" text DEFAULT 'both' NOT NULL,
	"corrected" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"modified_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"modified_by" text DEFAULT '' NOT NULL,
	CONSTRAINT "work_intervals_tenant_id_interval_id_pk" PRIMARY KEY("tenant_id","interval_id"),
	CONSTRAINT "work_intervals_in_order" CHECK ("work_intervals"."ended_at" > "work_intervals"."started_at")
);
--> statement-breakpoint
CREATE TABLE "workers" (
	"tenant_id" uuid NOT NULL,
	"worker_id" uuid NOT NULL,
	"name" text NOT NULL,
	"code" text NOT NULL,
	"badge" text,
	"is_active" boolean DEFAULT true NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"modified_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"modified_by" text DEFAULT '' NOT NULL,
	CONSTRAINT "workers_tenant_id_worker_id_pk" PRIMARY KEY("tenant_id","worker_id")
);
--> statement-breakpoint
ALTER TABLE "tenants" ADD COLUMN "learned_pace" text DEFAULT 'shown' NOT NULL;--> statement-breakpoint
ALTER TABLE "tenants" ADD COLUMN "floor_identification" text DEFAULT 'off' NOT NULL;--> statement-breakpoint
ALTER TABLE "tenants" ADD COLUMN "keep_names_months" integer DEFAULT 12;--> statement-breakpoint
ALTER TABLE "tenants" ADD COLUMN "scrap_reasons" jsonb DEFAULT '["Wrong dimension","Material defect","Setup pieces","Damaged"]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "floor_reports" ADD CONSTRAINT "floor_reports_tenant_id_tenants_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("tenant_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "odds_runs" ADD CONSTRAINT "odds_runs_tenant_id_tenants_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("tenant_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_odds" ADD CONSTRAINT "project_odds_tenant_id_project_id_projects_tenant_id_project_id_fk" FOREIGN KEY ("tenant_id","project_id") REFERENCES "public"."projects"("tenant_id","project_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "work_intervals" ADD CONSTRAINT "work_intervals_tenant_id_operation_id_operations_tenant_id_operation_id_fk" FOREIGN KEY ("tenant_id","operation_id") REFERENCES "public"."operations"("tenant_id","operation_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workers" ADD CONSTRAINT "workers_tenant_id_tenants_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("tenant_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "floor_reports_operation" ON "floor_reports" USING btree ("tenant_id","operation_id","at");--> statement-breakpoint
CREATE INDEX "floor_reports_at" ON "floor_reports" USING btree ("tenant_id","at");--> statement-breakpoint
CREATE INDEX "work_intervals_operation" ON "work_intervals" USING btree ("tenant_id","operation_id");--> statement-breakpoint
CREATE INDEX "work_intervals_worker" ON "work_intervals" USING btree ("tenant_id","worker_id","started_at") WHERE "work_intervals"."worker_id" is not null;--> statement-breakpoint
CREATE INDEX "work_intervals_user" ON "work_intervals" USING btree ("tenant_id","user_id","started_at") WHERE "work_intervals"."user_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "work_intervals_running_worker" ON "work_intervals" USING btree ("tenant_id","worker_id") WHERE "work_intervals"."ended_at" is null and "work_intervals"."time" <> 'machine';--> statement-breakpoint
CREATE UNIQUE INDEX "work_intervals_running_user" ON "work_intervals" USING btree ("tenant_id","user_id") WHERE "work_intervals"."ended_at" is null and "work_intervals"."time" <> 'machine';--> statement-breakpoint
CREATE UNIQUE INDEX "workers_code" ON "workers" USING btree ("tenant_id","code");--> statement-breakpoint
CREATE UNIQUE INDEX "workers_badge" ON "workers" USING btree ("tenant_id","badge");