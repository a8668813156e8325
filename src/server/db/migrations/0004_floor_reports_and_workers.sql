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
ALTER TABLE "tenants" ADD COLUMN "floor_identification" text DEFAULT 'off' NOT NULL;--> statement-breakpoint
ALTER TABLE "tenants" ADD COLUMN "keep_names_months" integer DEFAULT 12;--> statement-breakpoint
ALTER TABLE "tenants" ADD COLUMN "scrap_reasons" jsonb DEFAULT '["Wrong dimension","Material defect","Setup pieces","Damaged"]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "floor_reports" ADD CONSTRAINT "floor_reports_tenant_id_tenants_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("tenant_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workers" ADD CONSTRAINT "workers_tenant_id_tenants_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("tenant_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "floor_reports_operation" ON "floor_reports" USING btree ("tenant_id","operation_id","at");--> statement-breakpoint
CREATE INDEX "floor_reports_at" ON "floor_reports" USING btree ("tenant_id","at");--> statement-breakpoint
CREATE UNIQUE INDEX "workers_code" ON "workers" USING btree ("tenant_id","code");--> statement-breakpoint
CREATE UNIQUE INDEX "workers_badge" ON "workers" USING btree ("tenant_id","badge");