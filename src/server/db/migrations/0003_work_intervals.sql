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
ALTER TABLE "work_intervals" ADD CONSTRAINT "work_intervals_tenant_id_operation_id_operations_tenant_id_operation_id_fk" FOREIGN KEY ("tenant_id","operation_id") REFERENCES "public"."operations"("tenant_id","operation_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "work_intervals_operation" ON "work_intervals" USING btree ("tenant_id","operation_id");--> statement-breakpoint
CREATE INDEX "work_intervals_worker" ON "work_intervals" USING btree ("tenant_id","worker_id","started_at") WHERE "work_intervals"."worker_id" is not null;--> statement-breakpoint
CREATE INDEX "work_intervals_user" ON "work_intervals" USING btree ("tenant_id","user_id","started_at") WHERE "work_intervals"."user_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "work_intervals_running_worker" ON "work_intervals" USING btree ("tenant_id","worker_id") WHERE "work_intervals"."ended_at" is null and "work_intervals"."time" <> 'machine';--> statement-breakpoint
CREATE UNIQUE INDEX "work_intervals_running_user" ON "work_intervals" USING btree ("tenant_id","user_id") WHERE "work_intervals"."ended_at" is null and "work_intervals"."time" <> 'machine';